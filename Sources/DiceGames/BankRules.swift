/// What dice bring in a bank game.
public struct BankRules: Sendable, Hashable {
    public var sets: [ScoringSet]
    /// Who has so many points begins the last round.
    public var target: Int
    /// The least that a player without points may bank.
    public var minimum: Int
    /// Whether each other player has one more turn; else who reaches the target wins at once.
    public var hasLastRound: Bool

    public init(
        _ sets: [ScoringSet],
        target: Int,
        minimum: Int = 0,
        hasLastRound: Bool = true
    ) {
        self.sets = sets
        self.target = target
        self.minimum = minimum
        self.hasLastRound = hasLastRound
    }
}

/// Dice of one roll that bring points together.
public struct ScoringSet: Sendable, Hashable {
    public var needs: Needs
    public var points: Int

    public init(_ needs: Needs, _ points: Int) {
        self.needs = needs
        self.points = points
    }
}

/// What a turn of a bank game has gathered so far.
public struct BankTurn: Sendable, Hashable {
    /// Of the dice that were locked before the last roll.
    public var points: Int
    /// The numbers of these dice, as far as the last roll left them alone.
    public var kept: [Int]

    public init(points: Int = 0, kept: [Int] = []) {
        self.points = points
        self.kept = kept
    }
}

extension BankRules {
    /// The most that all of these dice of one roll bring in sets; nil if one of them is in no set.
    public func score(all faces: [Int]) -> Int? {
        most(faces.sorted())?.last ?? nil
    }

    /// Whether any of these dice brings something.
    public func scores(anyOf faces: [Int]) -> Bool {
        let hand = Hand(faces)
        return sets.contains { hand.meeting($0.needs) != nil }
    }

    /// The dice of one roll that bring the most, by their indices: of several such choices, one
    /// with the fewest dice.
    public func best(of faces: [Int]) -> [Int] {
        let order = faces.indices.sorted { faces[$0] < faces[$1] }
        let most = most(order.map { faces[$0] }) ?? []
        let choices = most.indices.dropFirst().filter { most[$0] != nil }
        let best = choices.max {
            (most[$0] ?? 0, $1.nonzeroBitCount) < (most[$1] ?? 0, $0.nonzeroBitCount)
        }
        return best.map { best in
            order.indices.filter { best >> $0 & 1 == 1 }.map { order[$0] }.sorted()
        } ?? []
    }

    /// The most that each choice of these dice brings, nil if one of its dice is in no set; nil if
    /// they are too many. The bits of an index are the dice of the choice.
    ///
    /// - Parameter faces: from low to high.
    private func most(_ faces: [Int]) -> [Int?]? {
        guard Game.dice.bank.upperBound >= faces.count else { return nil }
        let ordered = sets.map {
            (needs: $0.needs.ordered, dice: $0.needs.dice, points: $0.points)
        }
        let alone = (0..<1 << faces.count).map { choice -> Int? in
            let shown = faces.indices.filter { choice >> $0 & 1 == 1 }.map { faces[$0] }
            let counts = shown.indices.filter { $0 == 0 || shown[$0] != shown[$0 - 1] }
                .map { first in shown.count { $0 == shown[first] } }.sorted()
            return ordered.filter { set in
                guard set.dice == shown.count, !shown.isEmpty else { return false }
                return switch set.needs {
                case .faces(let faces): faces == shown
                case .straight:
                    counts.count == shown.count
                        && shown.last.map { $0 - shown[0] + 1 == shown.count } == true
                case .alike(let wanted): wanted == counts
                }
            }.map(\.points).max()
        }
        return Self.parted(alone)
    }

    /// The most that each choice of dice brings if it is parted into sets, of which `alone` has the
    /// points; nil if it cannot be.
    private static func parted(_ alone: [Int?]) -> [Int?] {
        var most: [Int?] = [0]
        for choice in alone.indices.dropFirst() {
            // Each set of dice that has the last die of the choice, and the most that the others
            // bring.
            let last = 1 << (choice.bitWidth - 1 - choice.leadingZeroBitCount)
            let others = choice & ~last
            var part = others
            var best = Int?.none
            while true {
                if let points = alone[part | last], let rest = most[others & ~part] {
                    best = max(best ?? 0, points + rest)
                }
                if part == 0 {
                    break
                }
                part = (part - 1) & others
            }
            most.append(best)
        }
        return most
    }

    /// The most that these locked dice of one roll bring with some of its others.
    func score(locked: [Int], with others: [Int]) -> Int {
        let choices = (0..<1 << others.count).map { choice in
            locked + others.indices.filter { choice >> $0 & 1 == 1 }.map { others[$0] }
        }
        return choices.compactMap(score(all:)).max() ?? 0
    }

    /// What a turn of so many rolls can bring with dice of these sides: the most, or `enough` or
    /// more.
    func most(of sides: [Int], rolls: Int, enough: Int) -> Int {
        let choices = 0..<1 << sides.count
        let points = Self.parted(
            choices.map { choice in
                let dice = sides.indices.filter { choice >> $0 & 1 == 1 }.map {
                    sides[$0]
                }
                return sets.filter {
                    $0.needs.dice == dice.count && $0.needs.canShow(on: dice)
                }
                .map(\.points).max()
            }
        )
        // By the dice that are rolled, with one roll more each time: those that are locked do not
        // roll on, unless all are.
        var most = choices.map { _ in 0 }
        for _ in 1...rolls where most[choices.count - 1] < enough {
            most = choices.map { rolled in
                var locked = rolled
                var best = 0
                while locked != 0 {
                    let next = locked == rolled ? choices.count - 1 : rolled & ~locked
                    if let points = points[locked] {
                        best = max(best, points + most[next])
                    }
                    locked = (locked - 1) & rolled
                }
                return best
            }
        }
        return most[choices.count - 1]
    }
}

extension Needs {
    /// How many dice meet them.
    var dice: Int {
        switch self {
        case .alike(let counts): counts.reduce(0, +)
        case .straight(let length): length
        case .faces(let faces): faces.count
        }
    }

    /// Whether dice of these sides can meet them.
    func canShow(on sides: [Int]) -> Bool {
        let faces: [Int] =
            switch self {
            // The lowest faces, of which all dice have the most, for the largest counts.
            case .alike(let counts):
                counts.sorted(by: >).prefix(sides.count + 1).enumerated()
                    .flatMap { Array(repeating: $0 + 1, count: $1) }
            case .straight(let length): Array(1..<length + 1)
            case .faces(let faces): faces
            }
        return faces.count <= sides.count
            && zip(faces.sorted(by: >), sides.sorted(by: >)).allSatisfy { $0 <= $1 }
    }

    /// The same, with what it lists from low to high.
    fileprivate var ordered: Needs {
        switch self {
        case .alike(let counts): .alike(counts.sorted())
        case .straight: self
        case .faces(let faces): .faces(faces.sorted())
        }
    }
}
