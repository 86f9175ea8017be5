/// The scoring rules of a bank game.
public struct BankRules: Sendable, Hashable {
    public var sets: [ScoringSet]
    /// The number of points at which the last round begins.
    public var target: Int
    /// The minimum that a player without points may bank. A negative total is without points, too.
    public var minimum: Int
    /// The minimum of every bank.
    public var bankMinimum: Int
    /// The negative points of each third turn in a row that a player loses; `nil` if lost turns
    /// cost nothing but their points.
    public var threeBusts: Int?
    /// True if each other player has one more turn; otherwise the first player to reach the target
    /// wins at once.
    public var hasLastRound: Bool

    public init(
        _ sets: [ScoringSet],
        target: Int,
        minimum: Int = 0,
        bankMinimum: Int = 0,
        threeBusts: Int? = nil,
        hasLastRound: Bool = true
    ) {
        self.sets = sets
        self.target = target
        self.minimum = minimum
        self.bankMinimum = bankMinimum
        self.threeBusts = threeBusts
        self.hasLastRound = hasLastRound
    }
}

/// Dice of one roll that score together.
public struct ScoringSet: Sendable, Hashable {
    public var needs: Needs
    public var points: Int

    public init(_ needs: Needs, _ points: Int) {
        self.needs = needs
        self.points = points
    }
}

/// The state of an open turn of a bank game.
public struct BankTurn: Sendable, Hashable {
    /// The points for the dice locked before the last roll.
    public var points: Int
    /// The numbers of the dice that were locked before the last roll, except dice that were rolled
    /// again.
    public var kept: [Int]

    public init(points: Int = 0, kept: [Int] = []) {
        self.points = points
        self.kept = kept
    }
}

extension BankRules {
    /// Returns the minimum that a player with this total may bank.
    public func minimum(with total: Int) -> Int {
        total > 0 ? bankMinimum : max(minimum, bankMinimum)
    }

    /// Returns the points that the next lost turn costs, as a number of at most 0.
    ///
    /// - Parameter busts: The number of turns in a row that the player has lost, as in a sheet.
    public func points(ofBustAfter busts: Int) -> Int {
        busts + 1 == Self.bustsInRow ? threeBusts ?? 0 : 0
    }

    /// Counts a turn of a player. Returns the points that it costs if it was lost.
    func count(isLost: Bool, in sheet: inout Sheet) -> Int {
        guard threeBusts != nil, isLost else {
            sheet.busts = 0
            return 0
        }
        let points = points(ofBustAfter: sheet.busts)
        sheet.busts = (sheet.busts + 1) % Self.bustsInRow
        return points
    }

    /// The number of lost turns in a row that cost points.
    public static let bustsInRow = 3

    /// Returns the maximum score of all of these dice of one roll in sets; `nil` if one of them is
    /// in no set.
    public func score(all faces: [Int]) -> Int? {
        maximum(faces.sorted())?.last ?? nil
    }

    /// Returns true if any of these dice scores.
    public func scores(anyOf faces: [Int]) -> Bool {
        let hand = Hand(faces)
        return sets.contains { $0.needs.isMet(by: hand) }
    }

    /// Returns the indices of the dice of one roll that score the most; if several choices score
    /// equally, one with the fewest dice.
    public func best(of faces: [Int]) -> [Int] {
        best(of: faces, with: []).dice
    }

    /// Returns the indices of the dice of one roll that score the most together with `kept`, other
    /// dice of that roll, and the points of all of them; if several choices score equally, one with
    /// the fewest dice.
    public func best(of faces: [Int], with kept: [Int]) -> (dice: [Int], points: Int) {
        let (order, scores) = choices(of: kept + faces)
        let needed = order.indices.reduce(0) { bits, place in
            order[place] < kept.count ? bits | 1 << place : bits
        }
        let best = scores.filter { $0.key & needed == needed }.max {
            ($0.value, $1.key.nonzeroBitCount) < ($1.value, $0.key.nonzeroBitCount)
        }
        guard let best else { return ([], 0) }
        let dice = order.selected(by: best.key).filter { $0 >= kept.count }
        return (dice.map { $0 - kept.count }, best.value)
    }

    /// Returns the indices of the dice of one roll that score, if only one choice of dice scores;
    /// else none.
    public func onlyChoice(of faces: [Int]) -> [Int] {
        let (order, scores) = choices(of: faces)
        guard scores.count == 1, let only = scores.first else { return [] }
        return order.selected(by: only.key)
    }

    /// Returns the indices of the dice in the order of their faces, and the score of each choice of
    /// them that scores. The bits of a choice are the dice in this order.
    private func choices(of faces: [Int]) -> (order: [Int], scores: [Int: Int]) {
        let order = faces.indices.sorted { faces[$0] < faces[$1] }
        let maximum = maximum(order.map { faces[$0] }) ?? []
        var scores: [Int: Int] = [:]
        for (choice, points) in maximum.enumerated().dropFirst() {
            scores[choice] = points
        }
        return (order, scores)
    }

    /// Returns the maximum score of each subset of these dice, `nil` for a subset with a die in no
    /// set. Returns `nil` if there are too many dice. The bits of an index are the dice of the
    /// subset.
    ///
    /// - Parameter faces: The faces in ascending order.
    private func maximum(_ faces: [Int]) -> [Int?]? {
        guard Game.dice.bank.upperBound >= faces.count else { return nil }
        let alone = (0..<1 << faces.count).map { choice -> Int? in
            let shown = faces.indices.filter { choice >> $0 & 1 == 1 }.map { faces[$0] }
            guard !shown.isEmpty else { return nil }
            let hand = Hand(shown)
            return sets.filter { $0.needs.dice == shown.count && $0.needs.isMet(by: hand) }
                .map(\.points).max()
        }
        return Self.parted(alone)
    }

    /// Returns the maximum score of each subset of dice over its partitions into sets, whose points
    /// are in `alone`; `nil` if there is no partition.
    private static func parted(_ alone: [Int?]) -> [Int?] {
        var maximum: [Int?] = [0]
        for choice in alone.indices.dropFirst() {
            // Combines each set that contains the subset's last die with the maximum score of the
            // other dice.
            let last = 1 << (choice.bitWidth - 1 - choice.leadingZeroBitCount)
            let others = choice & ~last
            var part = others
            var best = Int?.none
            while true {
                if let points = alone[part | last], let rest = maximum[others & ~part] {
                    best = max(best ?? 0, points + rest)
                }
                if part == 0 {
                    break
                }
                part = (part - 1) & others
            }
            maximum.append(best)
        }
        return maximum
    }

    /// Returns the maximum score of these locked dice of one roll together with some of the others.
    func score(locked: [Int], with others: [Int]) -> Int {
        let choices = (0..<1 << others.count).map { choice in
            locked + others.indices.filter { choice >> $0 & 1 == 1 }.map { others[$0] }
        }
        return choices.compactMap(score(all:)).max() ?? 0
    }

    /// Returns the maximum score of a turn of `rolls` rolls with dice of these sides, or a value of
    /// at least `enough`.
    func maximum(of sides: [Int], rolls: Int, enough: Int) -> Int {
        let choices = 0..<1 << sides.count
        let points = Self.parted(
            choices.map { choice in
                let dice = sides.indices.filter { choice >> $0 & 1 == 1 }.map {
                    sides[$0]
                }
                return sets.filter {
                    $0.needs.dice == dice.count && $0.needs.canBeMet(on: dice)
                }
                .map(\.points).max()
            }
        )
        // Indexed by the number of dice to roll; each pass of the loop allows one more roll. A roll
        // leaves locked dice alone until all are locked, and then rolls every die.
        var maximum = choices.map { _ in 0 }
        for _ in 1...rolls where maximum[choices.count - 1] < enough {
            maximum = choices.map { rolled in
                var locked = rolled
                var best = 0
                while locked != 0 {
                    let next = locked == rolled ? choices.count - 1 : rolled & ~locked
                    if let points = points[locked] {
                        best = max(best, points + maximum[next])
                    }
                    locked = (locked - 1) & rolled
                }
                return best
            }
        }
        return maximum[choices.count - 1]
    }
}

extension [Int] {
    /// Returns the elements whose bits are set, in ascending order.
    fileprivate func selected(by bits: Int) -> [Int] {
        indices.filter { bits >> $0 & 1 == 1 }.map { self[$0] }.sorted()
    }
}
