import DiceGames
import DiceModel

/// Whether what a turn scored follows from its dice, and who has won from the sheets.
struct ScoreCheck {
    let turn: Turn
    let entry: ChainedEntry

    /// The rolls that count.
    private var made: [RollRecord] { turn.rolls.filter { $0.outcome != .void } }

    /// - Parameter progress: as the turn before left it.
    func run(_ progress: inout TableProgress) throws(Finding) {
        guard let score = turn.match.score else {
            if turn.match.game != nil || turn.match.winners != nil { throw entry.finding("it has a game and no score") }
            // A match that goes on was broken off: the next one begins with its game. So may have been one of which no turn
            // has a score, be it this turn's, and nothing tells its number.
            if progress.match?.isOver == false { progress.match = nil }
            progress.nextMatch = progress.nextMatch.lowerBound...following(progress.nextMatch.upperBound)
            return
        }
        if let game = turn.match.game { progress.match = try begin(game, score.match, progress.nextMatch) }
        progress.nextMatch = following(score.match)...following(score.match)
        guard var played = progress.match else {
            if progress.beginsLate { return }
            throw entry.finding("it scores in match \(score.match), whose first turn is missing")
        }
        try entry.require(
            score.match == played.number, "it scores in match \(score.match), and match \(played.number) goes on")
        if let player = played.sheet.player, player != turn.by {
            throw entry.finding("\(turn.by) ended it, and it was the turn of \(player)")
        }
        if entry.proof.edition ?? 0 >= 4, made.first?.rolled.count != turn.dice.count {
            throw entry.finding("its first roll left dice out, and it has a score")
        }
        let found: Match.Score
        do throws(Match.Refusal) {
            found = played.game.bank == nil ? try endSheet(&played) : try endBank(&played)
        } catch { throw entry.finding("it cannot end as it says by the rules of \(played.game.name)") }
        try entry.require(found == score, "it scores \(Self.words(score)), and its dice make \(Self.words(found))")
        guard played.winners == nil || turn.match.players == played.players else {
            throw entry.finding("its players are not those of match \(played.number)")
        }
        try entry.require(
            played.winners == turn.match.winners,
            "its winners are \(Self.words(turn.match.winners)), and the sheets make them " + Self.words(played.winners))
        progress.match = played
    }

    /// The number after this one, which may be any that a forged history holds.
    private func following(_ number: Int) -> Int { min(number, Int.max - 1) + 1 }

    private func begin(_ game: Game, _ number: Int, _ allowed: ClosedRange<Int>) throws(Finding) -> Match {
        do throws(GameError) { try game.check() } catch {
            throw entry.finding("its game is none: \(error.path): \(error.expected)")
        }
        try entry.require(
            allowed.contains(number), "it begins match \(number), and the next match is \(allowed.lowerBound)")
        return Match(game, number: number, players: turn.match.players ?? [], first: turn.by)
    }

    private func endSheet(_ match: inout Match) throws(Match.Refusal) -> Match.Score {
        try match.end(turn.match.score?.box, faces: turn.dice.map(\.value), roll: made.count)
    }

    /// Which dice were locked after a roll shows in what the next one rolled: all dice are rolled again once all have scored.
    private func endBank(_ match: inout Match) throws(Match.Refusal) -> Match.Score {
        var last: RollRecord?
        for roll in made {
            if let last {
                let isHot = roll.rolled.count == turn.dice.count
                let locked = last.rolled.filter { isHot || !roll.rolled.contains($0) }
                let faces = locked.map { last.values[$0 - 1] }
                guard match.gathered(faces) != nil, !faces.isEmpty else { throw .noScore(least: 0) }
                let rolled = Set(roll.rolled)
                match.gather(faces, kept: turn.dice.map(\.die).filter { !rolled.contains($0) })
            }
            last = roll
        }
        guard let last, let rules = match.game.bank else { throw .noScore(least: 0) }
        let rolled = last.rolled.map { last.values[$0 - 1] }
        let isLost = !rules.scores(anyOf: rolled)
        func faces(_ locked: Bool) -> [Int] {
            last.rolled.filter { turn.dice[$0 - 1].locked == locked }.map { last.values[$0 - 1] }
        }
        return try match.bank(
            isLost ? nil : faces(true), others: faces(false),
            mayRoll: made.count < match.game.rollsPerTurn ?? Game.rollsOfBank)
    }

    static func words(_ score: Match.Score) -> String {
        let bonuses = score.bonuses.map { " and \($0.points) of \($0.name)" }.joined()
        return (score.isBust ? "nothing" : "\(score.points)") + (score.box.map { " in \($0)" } ?? "") + bonuses
    }

    static func words(_ winners: [String]?) -> String {
        winners.map { $0.isEmpty ? "nobody by name" : $0.joined(separator: ", ") } ?? "not told"
    }
}
