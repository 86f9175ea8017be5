import DiceGames
import DiceModel
import DiceProof

/// Whether what a corrected turn scores follows from its dice, and who has won from the sheets.
struct CorrectionCheck {
    let correction: Correction
    let entry: ChainedEntry

    /// - Parameter progress: as the turn, or the last correction of it, left it.
    func run(_ progress: inout TableProgress) throws(Finding) {
        guard let turn = progress.ended, var played = progress.match else {
            // The turn may be older than what is there, or its match.
            if progress.beginsLate { return }
            throw entry.finding("turn \(correction.turn) has no score")
        }
        guard turn.match == correction.score.match, turn.match == played.number, let filled = played.progress.filled
        else {
            throw entry.finding("turn \(correction.turn) is in no box of match \(correction.score.match)")
        }
        guard filled.corrections < Limits.corrections else {
            throw entry.finding("turn \(correction.turn) was corrected \(filled.corrections) times before")
        }
        guard played.players.isEmpty || turn.by == correction.by else {
            throw entry.finding("\(correction.by) made it, and it was the turn of \(turn.by)")
        }
        let found: Match.Score
        do throws(Match.Refusal) {
            found = try played.correct(correction.score.box ?? "", faces: turn.faces, roll: turn.rolls)
        } catch {
            throw entry.finding("the turn cannot be put into that box by the rules of \(played.game.name)")
        }
        try entry.require(
            found == correction.score,
            "it scores \(ScoreCheck.words(correction.score)), and the turn's dice make \(ScoreCheck.words(found))")
        try entry.require(
            played.winners == correction.winners,
            "its winners are \(ScoreCheck.words(correction.winners)), and the sheets make them "
                + ScoreCheck.words(played.winners))
        progress.match = played
    }

    /// What its place in the chain gives. Where the players, whose places it covers, are told by an entry that is not there, a
    /// single winner is looked for at every place, and several are taken as they are told.
    func link(_ progress: TableProgress) -> ChainLink {
        func link(_ players: [String]) -> ChainLink { Chain.link(correction, after: progress.link, players: players) }
        if let players = progress.match?.players ?? progress.ended?.players { return link(players) }
        let winners = correction.winners ?? []
        guard winners.count < 2 else { return ChainLink(digest: correction.digest, chain: correction.chain) }
        let places = Limits.players.lazy.map { link(Array(repeating: "", count: $0) + winners) }
        return places.first { $0.chain == correction.chain } ?? link([])
    }
}
