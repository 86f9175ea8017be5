package import DiceGames
package import DiceModel
import DiceNotation
import DiceProof

/// Matches at a table with fixed seeds, including turns that no daemon allows. Scores are computed
/// from the dice by the rules of a fourth-edition verifier.
package struct Evening: Sendable {
    /// The entries, without ids and chain hashes.
    package private(set) var entries: [HistoryEntry] = []
    package let table: String
    package var edition: Int?
    private var turns = 0
    private var throwsMade = 0
    private var matches = 0
    private var seconds = 0
    private var values: [Int] = []
    private var match: Match?
    private var begins = false
    private var isHand = false

    package init(_ table: String = "night", edition: Int? = 5) {
        self.table = table
        self.edition = edition
    }

    /// The entries as a store returns them.
    package var history: [HistoryEntry] { SampleHistory.chained(entries) }

    package var last: Turn? { entries.last { $0.turn != nil }?.turn }

    /// The dice that a turn rolls.
    package enum Rolls: Sendable {
        /// These dice, one list per roll; a roll with an empty list is void.
        case these([[Int]])
        /// This many rolls, each with the dice that remain after the best choice from the previous
        /// roll, until a roll does not score.
        case best(Int)
    }

    /// Starts a match with the next turn.
    package mutating func begin(
        _ game: Game,
        _ players: [String],
        first: String? = nil,
        hand: Bool = false
    ) {
        matches += 1
        match = Match(game, number: matches, players: players, first: first)
        begins = true
        isHand = hand
        values = game.dice.map { _ in 1 }
    }

    /// - Parameters:
    ///   - box: the box; `nil` in a bank game.
    ///   - locked: the dice that are locked at the end.
    ///   - luck: the required property of the seed's faces.
    ///   - entered: the faces of real dice, one list per roll.
    package mutating func turn(
        _ by: String,
        _ rolls: Rolls,
        _ box: String? = nil,
        locked: [Int] = [],
        absent: Bool? = nil,
        entered: [[Int]] = [],
        luck: (Turn) -> Bool = { _ in true }
    ) throws {
        turns += 1
        seconds += 60
        for salt in 0..<20_000 {
            var turn = try rolled(by, rolls, locked, entered, salt)
            guard luck(turn) else { continue }
            values = turn.rolls.last?.values ?? values
            turn.absent = absent
            if match != nil {
                try score(&turn, box)
            }
            entries.append(.turn(turn))
            return
        }
        throw Unlucky()
    }

    package struct Unlucky: Error {}

    private func rolled(
        _ by: String,
        _ plan: Rolls,
        _ locked: [Int],
        _ entered: [[Int]],
        _ salt: Int
    ) throws -> Turn {
        guard let seed = Seed(hex: SampleHistory.hex("\(table) \(turns) \(salt)", 64))
        else {
            throw Unlucky()
        }
        let sides = match?.game.dice ?? values.map { _ in 6 }
        var locked = Set(locked)
        var shown = values
        var records: [RollRecord] = []
        var next = first(of: plan)
        while let rolled = next {
            let number = records.count + 1
            let isVoid = rolled.isEmpty
            var faces = FaceStream(seed, table: table, turn: turns, roll: number)
            for die in rolled {
                shown[die - 1] =
                    isHand
                    ? entered[number - 1][die - 1] : faces.face(sides: sides[die - 1])
            }
            records.append(
                RollRecord(
                    roll: number,
                    by: by,
                    at: SampleHistory.instant(seconds + number),
                    outcome: isVoid ? .void : .completed,
                    rolled: rolled,
                    values: shown,
                    chance: isHand ? .real : .nothing,
                    reason: isVoid ? .absent : nil,
                    absent: isVoid ? ["bo"] : nil
                )
            )
            next = following(records, plan, &locked)
        }
        let dice = shown.enumerated().map { index, value in
            TurnDie(
                die: index + 1,
                sides: sides[index],
                value: value,
                locked: locked.contains(index + 1)
            )
        }
        return Turn(
            id: 0,
            table: table,
            turn: turns,
            endedAt: SampleHistory.instant(seconds + 50),
            by: by,
            rolls: records,
            dice: dice,
            total: shown.reduce(0, +),
            proof: EntryProof(
                commitment: seed.commitment,
                seed: seed.hex,
                edition: edition
            )
        )
    }

    private func first(of plan: Rolls) -> [Int]? {
        switch plan {
        case .these(let rolls): rolls.first
        case .best: Array(1...values.count)
        }
    }

    /// Returns the dice of the next roll; `nil` after the last one.
    private func following(
        _ records: [RollRecord],
        _ plan: Rolls,
        _ locked: inout Set<Int>
    )
        -> [Int]?
    {
        switch plan {
        case .these(let rolls):
            return records.count < rolls.count ? rolls[records.count] : nil
        case .best(let maximum):
            guard let last = records.last, let rules = match?.game.bank else {
                return nil
            }
            let best = rules.best(of: last.rolled.map { last.values[$0 - 1] }).map {
                last.rolled[$0]
            }
            locked.formUnion(best)
            guard !best.isEmpty, records.count < maximum else { return nil }
            if locked.count == values.count {
                locked = []
            }
            return (1...values.count).filter { !locked.contains($0) }
        }
    }

    /// Scores a turn as fourth-edition verifiers do.
    private mutating func score(_ turn: inout Turn, _ box: String?) throws {
        guard var match else { return }
        let made = turn.rolls.filter { $0.outcome != .void }
        if match.game.sheet != nil {
            turn.score = try match.end(
                box,
                faces: turn.dice.map(\.value),
                roll: made.count
            )
        } else {
            turn.score = try bank(turn, made, in: &match)
        }
        if begins {
            turn.game = match.game
        }
        if begins || match.isOver {
            turn.players = match.players
        }
        if begins, isHand {
            turn.hand = true
        }
        turn.winners = match.winners
        begins = false
        self.match = match
    }

    private func bank(_ turn: Turn, _ made: [RollRecord], in match: inout Match) throws
        -> Match.Score
    {
        for (last, roll) in zip(made, made.dropFirst()) {
            let isHot = roll.rolled.count == turn.dice.count
            let kept = last.rolled.filter { isHot || !roll.rolled.contains($0) }
            match.gather(
                kept.map { last.values[$0 - 1] },
                kept: turn.dice.map(\.die).filter { !roll.rolled.contains($0) }
            )
        }
        guard let last = made.last, let rules = match.game.bank else { throw Unlucky() }
        let rolled = last.rolled.map { last.values[$0 - 1] }
        let kept = last.rolled.filter { turn.dice[$0 - 1].locked }.map {
            last.values[$0 - 1]
        }
        let isLost = turn.absent == true || !rules.scores(anyOf: rolled)
        return try match.bank(isLost ? nil : kept)
    }

    // MARK: the other entries

    package mutating func thrown(
        _ expression: String = "4d6kh3+2",
        hidden: Bool = false
    ) throws {
        throwsMade += 1
        seconds += 10
        var result = try SampleHistory.thrown(
            throwsMade,
            edition,
            expression,
            table: table
        )
        result.endedAt = SampleHistory.instant(seconds)
        entries.append(.thrown(hidden ? SampleHistory.hidden(result) : result))
    }

    package mutating func correction(_ box: String, by: String) throws {
        guard var match, let turn = last else { throw Unlucky() }
        seconds += 5
        let made = turn.rolls.count { $0.outcome != .void }
        let score = try match.correct(box, faces: turn.dice.map(\.value), roll: made)
        self.match = match
        entries.append(
            .corrected(
                Correction(
                    id: 0,
                    table: table,
                    endedAt: SampleHistory.instant(seconds),
                    by: by,
                    turn: turns,
                    score: score,
                    winners: match.winners,
                    edition: edition ?? 0,
                    chain: ""
                )
            )
        )
    }

    package mutating func rest(
        _ player: String,
        _ rests: Bool = true,
        by: String = "ann"
    ) throws {
        try match?.rest(player, rests)
        add(player, rests: rests, by: by)
    }

    package mutating func join(_ player: String, by: String = "ann") throws {
        try match?.join(player)
        add(player, rests: false, joins: true, by: by)
    }

    /// Adds an entry, which need not belong to a match.
    package mutating func add(
        _ player: String,
        rests: Bool,
        joins: Bool? = nil,
        match number: Int? = nil,
        by: String = "ann"
    ) {
        seconds += 5
        entries.append(
            .rested(
                Rest(
                    id: 0,
                    table: table,
                    endedAt: SampleHistory.instant(seconds),
                    by: by,
                    player: player,
                    rests: rests,
                    joins: joins,
                    match: number ?? matches,
                    winners: number == nil ? match?.winners : nil,
                    edition: edition ?? 0,
                    digest: "",
                    chain: ""
                )
            )
        )
    }

    // MARK: changes

    package mutating func change(_ index: Int, _ make: (inout Turn) -> Void) {
        guard var turn = entries[index].turn else { return }
        make(&turn)
        entries[index] = .turn(turn)
    }

    package mutating func changeLast(_ make: (inout Turn) -> Void) {
        guard let index = entries.lastIndex(where: { $0.turn != nil }) else { return }
        change(index, make)
    }

    package mutating func changeLastCorrection(_ make: (inout Correction) -> Void) {
        guard let index = entries.lastIndex(where: { $0.correction != nil }),
            var correction = entries[index].correction
        else { return }
        make(&correction)
        entries[index] = .corrected(correction)
    }

    package mutating func changeLastRest(_ make: (inout Rest) -> Void) {
        guard let index = entries.lastIndex(where: { $0.rest != nil }),
            var rest = entries[index].rest
        else { return }
        make(&rest)
        entries[index] = .rested(rest)
    }

    package mutating func changeLastThrow(_ make: (inout ThrowResult) -> Void) {
        guard let index = entries.lastIndex(where: { $0.thrown != nil }),
            var result = entries[index].thrown
        else {
            return
        }
        make(&result)
        entries[index] = .thrown(result)
    }

    /// Swaps the order in which two throws end.
    package mutating func swapThrows(_ one: Int, _ other: Int) {
        guard var first = entries[one].thrown, var second = entries[other].thrown else {
            return
        }
        let instant = first.endedAt
        first.endedAt = second.endedAt
        second.endedAt = instant
        entries[one] = .thrown(second)
        entries[other] = .thrown(first)
    }

    package mutating func append(_ turn: Turn) {
        entries.append(.turn(turn))
    }

    package mutating func append(_ correction: Correction) {
        entries.append(.corrected(correction))
    }

    /// Adds a correction that breaks the rules.
    package mutating func appendCorrection(_ box: String, by: String) {
        let score = Match.Score(
            match: matches,
            box: box,
            points: last?.score?.points ?? 0
        )
        entries.append(
            .corrected(
                Correction(
                    id: 0,
                    table: table,
                    endedAt: SampleHistory.instant(seconds + 5),
                    by: by,
                    turn: turns,
                    score: score,
                    winners: match?.winners,
                    edition: edition ?? 0,
                    chain: ""
                )
            )
        )
    }

    package mutating func remove(at index: Int) {
        entries.remove(at: index)
    }
}
