import DiceGames
import DiceModel

/// A match as the entries tell it that were read so far.
struct PlayedMatch: Sendable {
    var match: Match
    /// Whether its first turn is of the fifth edition or a later one, so that its turns are
    /// replayed.
    let isStrict: Bool
    /// Whether it is played with real dice.
    let isHand: Bool
    /// Whether rests before the first turn may be missing, because older entries are: a player may
    /// rest who has had no turn.
    var mayHaveEarlierRests = false
    /// The players who have had a turn, or whose rests are there.
    var known: Set<String> = []

    /// Lets the players rest who come before this one in the order of play and may have rested
    /// since the beginning.
    mutating func skip(to player: String) {
        guard mayHaveEarlierRests, match.players.contains(player) else { return }
        while let up = match.sheet.player, up != player, !known.contains(up) {
            guard (try? match.rest(up, true)) != nil else { return }
        }
    }

    /// Lets all players rest who may have rested since the beginning.
    mutating func skipToEnd() {
        guard mayHaveEarlierRests else { return }
        for player in match.players where !match.isOver && !known.contains(player) {
            guard (try? match.rest(player, true)) != nil else { return }
        }
    }
}

/// The match in progress at a table, or the last one.
struct PlayedMatches: Sendable {
    /// None if there is no match, or it is not known. Two if nothing tells whether rests before the
    /// first turn counted: a change of the players ends them, and has no entry.
    var candidates: [PlayedMatch] = []
    /// The numbers that the next match may have.
    private(set) var next = 1...1
    /// Rests in a match that has not begun.
    var pending: [Rest] = []
    /// Whether the first turn of a match may be missing.
    private(set) var mayLackFirstTurn = false
    /// Whether rests in the next match may be missing.
    private(set) var mayLackRests = false

    /// The players of the match, in the order in which they are up; nil if it is not known.
    var players: [String]? { candidates.first?.match.players }

    mutating func loseTrack() {
        candidates = []
        pending = []
        next = 1...Int.max
        mayLackFirstTurn = true
        mayLackRests = true
    }

    /// After a turn with a score.
    mutating func played(_ number: Int) {
        next = Self.following(number)...Self.following(number)
        mayLackRests = false
    }

    /// After a turn without a score. A match in progress was abandoned, and so may one have been of
    /// which no turn has a score.
    mutating func breakOff() {
        if candidates.contains(where: { !$0.match.isOver }) {
            candidates = []
        }
        next = next.lowerBound...Self.following(next.upperBound)
    }

    /// The number after this one, which may be any that a forged history holds.
    private static func following(_ number: Int) -> Int {
        min(number, Int.max - 1) + 1
    }

    /// Lets each candidate go on, and drops those that cannot. Throws what the first one threw if
    /// none can.
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

/// What is said of scores and winners.
enum MatchWords {
    static func score(_ score: Match.Score) -> String {
        let bonuses = score.bonuses.map { " and \($0.points) of \($0.name)" }.joined()
        return (score.isBust ? "nothing" : "\(score.points)")
            + (score.box.map { " in \($0)" } ?? "") + bonuses
    }

    static func winners(_ winners: [String]?) -> String {
        winners.map { $0.isEmpty ? "nobody by name" : $0.joined(separator: ", ") }
            ?? "not named"
    }
}
