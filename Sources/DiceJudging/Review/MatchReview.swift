import DiceDrawing
package import DiceGames
package import DiceHints
package import DiceModel

/// The entries of a match do not follow from each other.
package struct ReviewError: Error {
    package let reason: String
}

/// The cost of each decision in a match, computed from its entries, including corrections.
package struct MatchReview {
    struct Choice {
        let turn: Int
        /// The number of the preceding roll, from 1, not counting void rolls.
        let roll: Int
        let before: Sheet
        let reviewed: ReviewedChoice
    }

    package struct Player {
        /// `nil` for the single sheet of a table without players.
        package let name: String?
        /// The expected score of the sheet at the start, and now; its actual score once it is full or
        /// the match is over.
        let (start, now): (Double, Double)
        let choices: [Choice]

        var luck: Double { choices.reduce(0) { $0 + $1.reviewed.luck } }
        var lost: Double { choices.reduce(0) { $0 + $1.reviewed.loss } }
        var mean: Double { lost / Double(max(1, choices.count)) }
        /// The decisions that cost something, most costly first.
        var mistakes: [Choice] {
            choices.filter { $0.reviewed.loss >= 0.005 }.sorted {
                $0.reviewed.loss > $1.reviewed.loss
            }
        }
    }

    package private(set) var match: Match
    package private(set) var players: [Player] = []
    private var turns: [(entry: Turn, before: Sheet, box: String)] = []

    /// - Parameters:
    ///   - number: the number of the match; `nil` for the last one.
    ///   - entries: the entries of one table, oldest first.
    ///   - hints: computes the hints for a game.
    /// - Returns: `nil` if the first turn of the match is not among the entries.
    /// - Throws: `ReviewError` if the entries do not follow from each other.
    package init?(
        _ number: Int?,
        of entries: [HistoryEntry],
        _ hints: (Game) throws -> HintTable
    ) throws {
        guard let first = entries.lastIndex(where: { Self.begins($0, number) }),
            let turn = entries[first].turn,
            let game = turn.game, let score = turn.score
        else { return nil }
        let hints = try hints(game)
        match = Match(
            game,
            number: score.match,
            players: turn.players ?? [],
            first: turn.by
        )
        var choices: [String?: [Choice]] = [:]
        do {
            let number = match.number
            let rests = entries[..<first].compactMap(\.rest).filter { $0.match == number }
            let begun = match
            do {
                try replay(entries[first...], after: rests)
            } catch  where !rests.isEmpty {
                // A change of the players before the first turn had ended them.
                match = begun
                turns = []
                try replay(entries[first...], after: [])
            }
            for turn in turns {
                choices[turn.before.player, default: []] += try Self.review(turn, hints)
            }
        } catch {
            throw ReviewError(
                reason: "this is not a valid history of \(game.title); "
                    + "to find out why: dicectl verify\(Advice.at(entries[first].table))"
            )
        }
        players = match.sheets.map { sheet in
            Player(
                name: sheet.player,
                start: hints.expected,
                now: match.isOver ? Double(sheet.total) : hints.expected(sheet),
                choices: choices[sheet.player] ?? []
            )
        }
    }

    /// Returns true if it is the first turn of this match, or of any match if `nil`.
    package static func begins(_ entry: HistoryEntry, _ number: Int?) -> Bool {
        entry.turn.map {
            $0.game != nil && (number == nil || $0.score?.match == number)
        } ?? false
    }

    /// Replays the match after rests from before the end of its first turn. Throws if the turns are
    /// not of the players who were up after such rests.
    private mutating func replay(_ entries: ArraySlice<HistoryEntry>, after rests: [Rest]) throws {
        for rest in rests {
            try take(rest)
        }
        for entry in entries {
            let isTurn = entry.turn?.score?.match == match.number
            if !rests.isEmpty, isTurn, match.sheet.player != entry.turn?.by {
                throw Match.RestRefusal.noChange
            }
            if let rest = entry.rest, rest.match == match.number {
                try take(rest)
            } else {
                try take(entry)
            }
        }
    }

    private mutating func take(_ rest: Rest) throws(Match.RestRefusal) {
        if rest.joins == true {
            try match.join(rest.player)
        } else {
            try match.rest(rest.player, rest.rests)
        }
    }

    private mutating func take(_ entry: HistoryEntry) throws(Match.Refusal) {
        if let turn = entry.turn, let score = turn.score, score.match == match.number {
            // An export may contain anything.
            guard turn.dice.map(\.sides) == match.game.dice,
                turn.dice.allSatisfy({ (1...$0.sides).contains($0.value) })
            else { throw .noSuchBox }
            turns.append((turn, match.sheet, score.box ?? ""))
            _ = try match.end(
                score.box,
                faces: turn.dice.map(\.value),
                roll: Self.rolls(turn).count
            )
        } else if let correction = entry.correction,
            correction.score.match == match.number,
            let turn = turns.last?.entry
        {
            let box = correction.score.box ?? ""
            turns[turns.count - 1].box = box
            _ = try match.correct(
                box,
                faces: turn.dice.map(\.value),
                roll: Self.rolls(turn).count
            )
        }
    }

    private static func rolls(_ turn: Turn) -> [RollRecord] {
        turn.rolls.filter { $0.outcome != .void }
    }

    private static func review(
        _ turn: (entry: Turn, before: Sheet, box: String),
        _ hints: HintTable
    ) throws(Match.Refusal) -> [Choice] {
        let rolls = rolls(turn.entry)
        let kept = rolls.indices.map { index in
            let next = index + 1 < rolls.count ? rolls[index + 1].rolled : []
            return (
                faces: rolls[index].values,
                kept: turn.entry.dice.indices.filter { !next.contains($0 + 1) }
            )
        }
        guard let reviewed = hints.review(turn.before, rolls: kept, box: turn.box)
        else {
            throw .noSuchBox
        }
        return reviewed.enumerated().map { index, choice in
            Choice(
                turn: turn.entry.turn,
                roll: index + 1,
                before: turn.before,
                reviewed: choice
            )
        }
    }
}
