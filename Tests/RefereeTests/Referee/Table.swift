/// A table as the rules make it, step by step.
package struct Table {
    package let name: String
    package internal(set) var sides: [Int]
    var values: [Int]
    package internal(set) var locked: Set<Int> = []
    package internal(set) var players: [String] = []
    package internal(set) var up: String?
    package internal(set) var rollsPerTurn: Int?
    var pace = 1.0
    /// Whether its dice are real ones.
    package internal(set) var hand = false
    package internal(set) var turn = 1
    var rolls: [Roll] = []
    /// Whether this turn goes on from a full one, with its locks.
    var isAfterFull = false
    package internal(set) var flight: Flight?
    package internal(set) var asked: Asked?
    package internal(set) var promises: [Promise] = []
    /// Promises whose roll has become void.
    var late: [Promise] = []
    package internal(set) var match: Match?
    /// The last match of which a turn has ended.
    var lastMatch = 0
    /// Of the open turn's seed, once it is told.
    var commitment: String?
    /// Whether a backup has left out the seed of the open turn.
    var isSeedLost = false
    /// Dice whose faces are drawn, and which nobody has been told: those of a roll that a killed
    /// daemon left.
    var untold: Set<Int> = []
    /// What the dice would score, once they are at rest.
    var options: [Rules.Option] = []
    /// The last turn of the match, while it may be corrected but for rolls.
    var ended: Ended?
    /// What the table tells of the entries that were archived; null for nothing.
    package internal(set) var archived = Value.null

    /// A roll of the open turn. In flight it has no outcome.
    struct Roll {
        var number: Int
        var by: String
        var outcome: String?
        var reason: String?
        var absent: [String]?
        var rolled: [Int]
        var values: [Int]
        var entropy = ""
        var reveals: [String] = []
        /// What was entered of real dice; nil if it was drawn.
        var entered: [Int]?
        /// Whether the daemon was killed before or after it had noted how the roll ended.
        var isUnsure = false

        var isVoid: Bool { outcome == "void" }
    }

    package struct Flight {
        /// The id of the request for it.
        var request: String
        package var rolled: Set<Int>
        /// When it began, in seconds.
        var since: Double
        var connection: Int
        /// How it ends at once, and why.
        var end: (outcome: String, reason: String?)?
        /// The faces of dice that have been seen at rest.
        var settled: [Int: Int] = [:]
    }

    /// What a connection adds to the chance of a roll.
    package struct Promise: Equatable {
        package var connection: Int
        package var by: String
        package var commitment: String

        var value: Value { ["by": .string(by), "commitment": .string(commitment)] }
    }

    package struct Asked {
        var request: Order
        var by: String
        package var promises: [Promise]
        var reveals: [Int: String] = [:]
        var since: Double
        /// Why it is void, and who is to blame.
        var void: (reason: String, absent: [String])?
        var isRollerGone = false

        var isAnswered: Bool { promises.allSatisfy { reveals[$0.connection] != nil } }
    }

    /// A turn that is in a box.
    struct Ended {
        var turn: Int
        var by: String
        var values: [Int]
        var isFirstRoll: Bool
        /// The match before it.
        var before: Match
        var box: String
        var corrections = 0
    }

    package struct Match {
        let rules: Rules
        package var number = 1
        var first = 0
        package var turns = 0
        var sheets: [Sheet]
        /// What the turn of a bank game has gathered before its last roll, and the dice that were
        /// kept then.
        var gathered = 0
        var kept: Set<Int> = []
        var closer: Int?
        var isWon = false

        struct Sheet {
            var boxes: [String: Int] = [:]
            var bonuses: [String: Int] = [:]
            var banked = 0
            var total: Int {
                boxes.values.reduce(banked, +) + bonuses.values.reduce(0, +)
            }
        }

        var index: Int { (first + turns) % sheets.count }
        var isBegun: Bool { turns > 0 }
        package var isBank: Bool { rules.isBank }
        /// The names of the boxes.
        package var boxes: [String] { rules.boxes.compactMap { $0["box"].string } }
        package var isOver: Bool {
            if isWon {
                return true
            }
            if let closer {
                return rules.document["lastRound"] == false || index == closer
            }
            return !rules.isBank && turns >= rules.boxes.count * sheets.count
        }
    }

    init(_ name: String, _ sides: [Int]) {
        self.name = name
        self.sides = sides
        values = sides.map { _ in 1 }
    }

    // MARK: what follows from it

    /// The rolls that count.
    var counted: LazyFilterSequence<[Roll]> { rolls.lazy.filter { !$0.isVoid } }
    /// Who has rolled last, where that roll was void.
    package var voidRoller: String? { rolls.last.flatMap { $0.isVoid ? $0.by : nil } }
    var rollsLeft: Int? { rollsPerTurn.map { max(0, $0 - counted.count) } }
    var isBound: Bool { !players.isEmpty || rollsPerTurn != nil || match != nil }
    /// Whether the next roll takes every die, and no lock changes before it.
    package var isFirst: Bool { isBound && counted.isEmpty && !isAfterFull }
    package var isRolling: Bool { flight != nil }
    /// Whether all dice of a bank game have scored.
    var isHot: Bool {
        match?.isBank == true && !counted.isEmpty && locked.count == sides.count
    }
    var isFull: Bool {
        counted.count >= 1_000 || (counted.count + 1) * sides.count > 100_000
    }
    var numbers: [Int] { Array(1...sides.count) }
    package var rollable: [Int] {
        isHot ? numbers : numbers.filter { !locked.contains($0) }
    }
    /// The list of contributors: with a mark those whom no roll of this turn asks.
    var contributors: [Value] {
        promises.map { promise in
            mayAsk(promise)
                ? promise.value
                : [
                    "by": .string(promise.by),
                    "commitment": .string(promise.commitment),
                    "nextTurn": .bool(true),
                ]
        }
    }
    /// Whether a roll of this turn that is another's asks for the promise.
    func mayAsk(_ promise: Promise) -> Bool {
        rolls.count { $0.isVoid } < 16 && !allAbsent.contains(promise.by)
    }
    /// Who was absent from a roll of this turn.
    var allAbsent: Set<String> { Set(rolls.flatMap { $0.absent ?? [] }) }

    /// Who may put the last turn into another box; nil where it stays.
    package var corrector: String? {
        guard let ended, rolls.isEmpty, asked == nil, ended.corrections < 16 else {
            return nil
        }
        return ended.by
    }

    /// The dice of a bank game that were locked since the last roll.
    var fresh: Set<Int> { counted.isEmpty ? [] : locked.subtracting(match?.kept ?? []) }
    /// The dice of a bank game that the last roll took.
    var loose: [Int] { numbers.filter { match?.kept.contains($0) != true } }
    func faces(_ dice: some Sequence<Int>) -> [Int] {
        dice.map { values[$0 - 1] }
    }

    /// Whether the dice at rest have lost the turn of a bank game.
    var isBust: Bool {
        guard let match, match.isBank, !match.isOver, !counted.isEmpty, !isRolling,
            untold.isEmpty
        else { return false }
        return match.rules.set(among: faces(loose)) == nil
    }

    /// What the turn of a bank game would bank.
    var gathered: Int { (match?.gathered ?? 0) + (match?.rules.most(freshFaces) ?? 0) }
    var freshFaces: [Int] { fresh.map { flight?.settled[$0] ?? values[$0 - 1] } }

    /// Who has won; nil while the match goes on.
    var winners: [String]? {
        guard let match, match.isOver else { return nil }
        let last = (match.first + match.turns - 1) % match.sheets.count
        let most = match.sheets.map(\.total).max()
        return players.indices.filter {
            match.isWon ? $0 == last : match.sheets[$0].total == most
        }
        .map { players[$0] }
    }

    /// Whether anybody sees that it is not the same as before.
    func isOther(than table: Table) -> Bool {
        (sides, values, locked, players, up) != (
            table.sides, table.values, table.locked, table.players, table.up
        )
            || (rollsPerTurn, pace, hand, game) != (
                table.rollsPerTurn, table.pace, table.hand, table.game
            )
    }
}
