package import ProgramTestSupport

/// The state of a table according to the rules, step by step.
package struct Table {
    package let name: String
    package internal(set) var sides: [Int]
    var values: [Int]
    package internal(set) var locked: Set<Int> = []
    package internal(set) var players: [String] = []
    package internal(set) var up: String?
    package internal(set) var rollsPerTurn: Int?
    var pace = 1.0
    /// True if the table's dice are real dice.
    package internal(set) var hand = false
    package internal(set) var turn = 1
    var rolls: [Roll] = []
    /// True if this turn continues a full turn, with that turn's locks.
    var isAfterFull = false
    package internal(set) var flight: Flight?
    package internal(set) var asked: Asked?
    package internal(set) var promises: [Promise] = []
    /// The commitments to contributions whose roll has become void.
    var late: [Promise] = []
    package internal(set) var match: Match?
    /// The last match with an ended turn.
    var lastMatch = 0
    /// The commitment to the open turn's seed, once known.
    var commitment: String?
    /// True if a backup has omitted the seed of the open turn.
    var isSeedLost = false
    /// The dice whose faces were drawn but not reported, from a roll during which the daemon was
    /// killed.
    var untold: Set<Int> = []
    /// The possible scores of the dice, once they are at rest.
    var options: [Rules.Option] = []
    /// The last turn of the match, while that turn may be corrected if no roll follows.
    var ended: Ended?
    /// The last time at which a connection of a player watched the table, and at which one was open.
    var lastSeen: [String: Double] = [:]
    var lastConnected: [String: Double] = [:]
    /// The time since which the daemon has been serving.
    var servedSince = 0.0
    /// The table's summary of archived entries; null if there are none.
    package internal(set) var archived = JSON.null

    /// A roll of the open turn. While it is in flight, the roll has no outcome.
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
        /// The entered faces of real dice; `nil` if the faces were drawn.
        var entered: [Int]?
        /// True if it is unknown whether the daemon had recorded the end of the roll when it was
        /// killed.
        var isUnsure = false

        var isVoid: Bool { outcome == "void" }
    }

    package struct Flight {
        /// The id of the roll's request.
        var request: String
        package var rolled: Set<Int>
        /// The start, in seconds.
        var since: Double
        var connection: Int
        /// The outcome and reason if the roll ends early.
        var end: (outcome: String, reason: String?)?
        /// The faces of dice that have been seen at rest.
        var settled: [Int: Int] = [:]
    }

    /// A connection's contribution to a roll.
    package struct Promise: Equatable {
        package var connection: Int
        package var by: String
        package var commitment: String

        var value: JSON { ["by": .string(by), "commitment": .string(commitment)] }
    }

    package struct Asked {
        var request: Order
        var by: String
        package var promises: [Promise]
        var reveals: [Int: String] = [:]
        var since: Double
        /// The reason why the roll is void, and the absent contributors.
        var void: (reason: String, absent: [String])?
        var isRollerGone = false

        var isAnswered: Bool { promises.allSatisfy { reveals[$0.connection] != nil } }
    }

    /// A turn that has filled a box.
    struct Ended {
        var turn: Int
        var by: String
        var values: [Int]
        var isFirstRoll: Bool
        /// The place of the player's sheet, and the sheet before this turn.
        var player: Int
        var before: Match.Sheet
        var box: String
        var corrections = 0
    }

    package struct Match {
        let rules: Rules
        package var number = 1
        /// The place of the current player, and of the player of the last turn.
        var index = 0
        var last: Int?
        package var turns = 0
        var sheets: [Sheet]
        /// The points that the turn of a bank game had before its last roll, and the dice kept at
        /// that time.
        var gathered = 0
        var kept: Set<Int> = []
        var closer: Int?
        /// The places of the players who have had their turn in the last round of a bank game.
        var served: Set<Int> = []
        var resting: Set<Int> = []
        var isWon = false
        /// True once the turn has passed to a player who had played before in a sheet game.
        var isPastFirstRound = false

        struct Sheet {
            var boxes: [String: Int] = [:]
            var bonuses: [String: Int] = [:]
            var banked = 0
            /// The turns of the player that have ended, true for a lost one.
            var losses: [Bool] = []
            /// The number of lost turns at the end that have not cost points together.
            var busts: Int { losses.reversed().prefix { $0 }.count % 3 }
            var total: Int {
                boxes.values.reduce(banked, +) + bonuses.values.reduce(0, +)
            }
        }

        var isBegun: Bool { turns > 0 }
        package var isBank: Bool { rules.isBank }
        /// The names of the boxes.
        package var boxes: [String] { rules.boxes.compactMap { $0["box"].string } }
    }

    init(_ name: String, _ sides: [Int]) {
        self.name = name
        self.sides = sides
        values = sides.map { _ in 1 }
    }

    // MARK: Derived state

    /// The rolls that count.
    var counted: LazyFilterSequence<[Roll]> { rolls.lazy.filter { !$0.isVoid } }
    /// The last roller, if that roll was void.
    package var voidRoller: String? { rolls.last.flatMap { $0.isVoid ? $0.by : nil } }
    var rollsLeft: Int? { rollsPerTurn.map { max(0, $0 - counted.count) } }
    var isBound: Bool { !players.isEmpty || rollsPerTurn != nil || match != nil }
    /// True if the next roll takes every die, and no lock may change before it.
    package var isFirst: Bool { isBound && counted.isEmpty && !isAfterFull }
    package var isRolling: Bool { flight != nil }
    /// True if all dice of a bank game have scored.
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
    /// The list of contributors. Contributors whom no further roll of this turn asks are marked.
    var contributors: [JSON] {
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
    /// Returns true if a roll by another player in this turn asks for this contribution.
    func mayAsk(_ promise: Promise) -> Bool {
        rolls.count { $0.isVoid } < 16 && !allAbsent.contains(promise.by)
    }
    /// The contributors who were absent from a roll of this turn.
    var allAbsent: Set<String> { Set(rolls.flatMap { $0.absent ?? [] }) }

    /// The player who may correct the last turn; `nil` if that turn cannot be corrected.
    package var corrector: String? {
        guard let ended, rolls.isEmpty, asked == nil, ended.corrections < 16 else {
            return nil
        }
        return ended.by
    }

    /// The dice of a bank game that were locked since the last roll.
    var fresh: Set<Int> { counted.isEmpty ? [] : locked.subtracting(match?.kept ?? []) }
    /// The dice rolled in the last roll of a bank game.
    var loose: [Int] { numbers.filter { match?.kept.contains($0) != true } }
    func faces(_ dice: some Sequence<Int>) -> [Int] {
        dice.map { values[$0 - 1] }
    }

    /// True if the dice at rest have lost the turn of a bank game.
    var isBust: Bool {
        guard let match, match.isBank, !match.isOver, !counted.isEmpty, !isRolling,
            untold.isEmpty
        else { return false }
        return match.rules.set(among: faces(loose)) == nil
    }

    /// The points that the turn of a bank game would bank.
    var gathered: Int { (match?.gathered ?? 0) + (match?.rules.maximum(freshFaces) ?? 0) }
    var freshFaces: [Int] { fresh.map { flight?.settled[$0] ?? values[$0 - 1] } }

    /// The winners; `nil` while the match is in progress.
    var winners: [String]? {
        guard let match, match.isOver else { return nil }
        let maximum = match.sheets.map(\.total).max()
        return players.indices.filter {
            match.isWon ? $0 == match.last : match.sheets[$0].total == maximum
        }
        .map { players[$0] }
    }

    /// Returns true if the table differs visibly from another table.
    func isOther(than table: Table) -> Bool {
        (sides, values, locked, players, up) != (
            table.sides, table.values, table.locked, table.players, table.up
        )
            || (rollsPerTurn, pace, hand, game) != (
                table.rollsPerTurn, table.pace, table.hand, table.game
            )
    }
}
