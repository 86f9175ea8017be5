import DiceGames
import DiceModel
import DiceProof

/// Checks that the score of a corrected turn follows from its dice, and that the winners follow
/// from the sheets.
struct CorrectionCheck {
    let correction: Correction
    let entry: ChainedEntry

    /// - Parameter progress: the state after the turn or its last correction.
    func run(_ progress: inout TableProgress) throws(Finding) {
        guard let turn = progress.ended, !progress.matches.candidates.isEmpty else {
            // The turn, or the match it belongs to, may be older than the entries at hand.
            return try entry.require(
                progress.matches.mayLackFirstTurn,
                .noTurnToCorrect,
                "turn \(correction.turn) has no score"
            )
        }
        try progress.matches.advance { (played) throws(Finding) in
            try correct(turn, in: &played.match)
        }
    }

    private func correct(_ turn: EndedTurn, in match: inout Match) throws(Finding) {
        let number = correction.score.match
        guard turn.match == number, turn.match == match.number,
            let filled = match.progress.filled
        else {
            throw entry.finding(
                .notCorrectable,
                "turn \(correction.turn) is in no box of match \(number)"
            )
        }
        try entry.require(
            filled.corrections < Limits.corrections,
            .tooManyCorrections,
            "turn \(correction.turn) had already been corrected \(filled.corrections) times"
        )
        try entry.require(
            match.players.isEmpty || turn.by == correction.by,
            .correctedByOther,
            "\(correction.by) made it, but the turn was \(turn.by)'s"
        )
        let found: Match.Score
        do throws(Match.Refusal) {
            found = try match.correct(
                correction.score.box ?? "",
                faces: turn.faces,
                roll: turn.rolls
            )
        } catch {
            throw entry.finding(
                .cannotCorrect,
                "the rules of \(match.game.name) do not allow the turn in that box"
            )
        }
        try entry.require(
            found == correction.score,
            .correctedScore,
            "it scores \(MatchWords.score(correction.score)), but the turn's dice make \(MatchWords.score(found))"
        )
        try entry.require(
            match.winners == correction.winners,
            .correctedWinners,
            "its winners are \(MatchWords.winners(correction.winners)), but according to the sheets they are "
                + MatchWords.winners(match.winners)
        )
    }

    /// Returns the digest and chain hash of the correction.
    func link(_ progress: TableProgress) -> ChainLink {
        WinnersLink(entry: entry, winners: correction.winners, after: progress.link)
            .found(
                among: progress
            ) {
                Chain.link(correction, after: progress.link, players: $0)
            }
    }
}

/// The chain link of an entry whose digest covers the winners by their indices among the players,
/// although the entry does not contain the list of players.
struct WinnersLink {
    let entry: ChainedEntry
    let winners: [String]?
    let previous: String

    init(entry: ChainedEntry, winners: [String]?, after previous: String) {
        self.entry = entry
        self.winners = winners
        self.previous = previous
    }

    /// Tries possible lists of players. If the players are listed in a missing entry, a single
    /// winner is tried at every index, and several winners are used in the order sent.
    func found(among progress: TableProgress, _ link: ([String]) -> ChainLink)
        -> ChainLink
    {
        if let players = progress.matches.players ?? progress.ended?.players {
            return link(players)
        }
        let winners = winners ?? []
        guard winners.count < 2 else { return sent }
        for place in Limits.players {
            let found = link(Array(repeating: "", count: place) + winners)
            if isSent(found) {
                return found
            }
        }
        return link([])
    }

    private func isSent(_ link: ChainLink) -> Bool {
        entry.isStrict
            ? link.digest == entry.proof.digest : link.chain == entry.proof.chain
    }

    private var sent: ChainLink {
        let digest = entry.isStrict ? entry.proof.digest : nil
        let chain = digest.map { Chain.link($0, after: previous) } ?? entry.proof.chain
        return ChainLink(digest: digest, chain: chain ?? previous)
    }
}
