/// What a turn of a bank game has gathered so far.
public struct BankTurn: Sendable, Hashable {
    /// Of the dice that were locked before the last roll.
    public var points: Int
    /// The numbers of these dice, as far as the last roll left them alone.
    public var kept: [Int]

    public init(points: Int = 0, kept: [Int] = []) {
        (self.points, self.kept) = (points, kept)
    }
}

extension BankRules {
    /// The most that all of these dice of one roll bring in sets; nil if one of them is in no set.
    public func score(all faces: [Int]) -> Int? {
        var known: [Hand: Int?] = [Hand([]): 0]
        return best(Hand(faces), &known)
    }

    /// Whether any of these dice brings something.
    public func scores(anyOf faces: [Int]) -> Bool {
        let hand = Hand(faces)
        return sets.contains { hand.meeting($0.needs) != nil }
    }

    /// The dice of one roll that bring the most, by their indices: of several such choices, one with the fewest dice.
    public func best(of faces: [Int]) -> [Int] {
        let choices = (1..<(1 << faces.count)).map { choice in faces.indices.filter { choice >> $0 & 1 == 1 } }
        let scored = choices.compactMap { indices in score(all: indices.map { faces[$0] }).map { (indices, $0) } }
        return scored.max { ($0.1, $1.0.count) < ($1.1, $0.0.count) }?.0 ?? []
    }

    /// - Parameter known: what was found of parts of the hand.
    private func best(_ hand: Hand, _ known: inout [Hand: Int?]) -> Int? {
        if let found = known[hand] { return found }
        var most: Int?
        for set in sets {
            for faces in hand.choices(set.needs) {
                if let rest = best(hand.without(faces), &known) { most = max(most ?? 0, rest + set.points) }
            }
        }
        known[hand] = .some(most)
        return most
    }
}
