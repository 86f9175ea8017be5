import DiceGames
import DiceModel

/// A match, replayed from the entries read so far.
struct PlayedMatch: Sendable {
    var match: Match
    /// True if the match's first turn is of the fifth edition or later, so that the match's turns
    /// are replayed.
    let isStrict: Bool
    /// True if the match is played with real dice.
    let isHand: Bool
    /// True if rests before the first turn may be missing because older entries are missing. A
    /// player may rest before having had a turn.
    var mayHaveEarlierRests = false
    /// The players who have had a turn, or whose rests have been read.
    var known: Set<String> = []

    /// Marks as resting the players who precede `player` in the order of play and may have rested
    /// since the beginning.
    mutating func skip(to player: String) {
        guard mayHaveEarlierRests, match.players.contains(player) else { return }
        while let up = match.sheet.player, up != player, !known.contains(up) {
            guard (try? match.rest(up, true)) != nil else { return }
        }
    }

    /// Passes the turn on if it is that of a player who has rested since the beginning and now plays
    /// again.
    mutating func skipUntilNow(_ player: String) {
        guard (try? match.rest(player, true)) != nil else { return }
        try? match.rest(player, false)
    }

    /// Marks as resting all players who may have rested since the beginning.
    mutating func skipToEnd() {
        guard mayHaveEarlierRests else { return }
        for player in match.players where !match.isOver && !known.contains(player) {
            guard (try? match.rest(player, true)) != nil else { return }
        }
    }
}

/// The match in progress at a table, or the table's last match.
struct PlayedMatches: Sendable {
    /// The possible states of the match. Empty if there is no match or the match is unknown. There
    /// are several states if it is unclear which rests before the first turn still applied: a
    /// change to the list of players ends such rests and does not leave an entry.
    var candidates: [PlayedMatch] = []
    /// The numbers that the next match may have.
    private(set) var next = 1...1
    /// The rests in a match that has not begun.
    var pending: [Rest] = []
    /// True if the first turn of a match may be missing.
    private(set) var mayLackFirstTurn = false
    /// True if rests in the next match may be missing.
    private(set) var mayLackRests = false

    /// The players of the match, in turn order; `nil` if unknown.
    var players: [String]? { candidates.first?.match.players }

    mutating func loseTrack() {
        candidates = []
        pending = []
        next = 1...Int.max
        mayLackFirstTurn = true
        mayLackRests = true
    }

    /// Records a turn with a score.
    mutating func played(_ number: Int) {
        next = Self.following(number)...Self.following(number)
        mayLackRests = false
    }

    /// Records a turn without a score. A match in progress has then been abandoned; a match in
    /// which no turn has a score may have been abandoned as well.
    mutating func breakOff() {
        if candidates.contains(where: { !$0.match.isOver }) {
            candidates = []
        }
        next = next.lowerBound...Self.following(next.upperBound)
    }

    /// Returns the number that follows `number`. A forged history may hold any number, so the sum
    /// saturates.
    private static func following(_ number: Int) -> Int {
        min(number, Int.max - 1) + 1
    }

    /// Advances each candidate by a step, and drops the candidates for which the step fails. Throws
    /// the first candidate's error if all fail.
    mutating func advance(_ step: (inout PlayedMatch) throws(Finding) -> Void)
        throws(Finding)
    {
        var remaining: [PlayedMatch] = []
        var first: Finding?
        for var candidate in candidates {
            do throws(Finding) {
                try step(&candidate)
                remaining.append(candidate)
            } catch {
                first = first ?? error
            }
        }
        if remaining.isEmpty, let first {
            throw first
        }
        candidates = remaining
    }
}

/// Wording for messages about scores and winners.
enum MatchWords {
    static func score(_ score: Match.Score) -> String {
        let bonuses = score.bonuses.map { " and \($0.points) of \($0.name)" }.joined()
        return (score.isBust && score.points == 0 ? "nothing" : "\(score.points)")
            + (score.box.map { " in \($0)" } ?? "") + bonuses
    }

    static func winners(_ winners: [String]?) -> String {
        winners.map { $0.isEmpty ? "no named player" : $0.joined(separator: ", ") }
            ?? "not named"
    }
}
