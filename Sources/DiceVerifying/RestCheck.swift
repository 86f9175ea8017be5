import DiceGames
import DiceModel
import DiceProof

/// Checks that a player was allowed to rest, return or join, and who won as a result.
struct RestCheck {
    let rest: Rest
    let entry: ChainedEntry

    /// - Parameter progress: the state after the previous entry.
    func run(_ progress: inout TableProgress) throws(Finding) {
        try entry.require(
            rest.joins != true || !rest.rests,
            .restState,
            "its player both joins and rests"
        )
        let isCurrent = progress.matches.candidates.contains {
            $0.match.number == rest.match
        }
        guard isCurrent else {
            return try entry.require(
                wait(for: &progress.matches) || progress.matches.mayLackFirstTurn,
                .restMatch,
                "match \(rest.match) is not in progress"
            )
        }
        try progress.matches.advance { (played) throws(Finding) in
            try apply(to: &played)
        }
    }

    /// Returns true if the match of the rest may begin later.
    private func wait(for matches: inout PlayedMatches) -> Bool {
        guard matches.next.contains(rest.match), rest.joins != true, rest.winners == nil
        else {
            return false
        }
        matches.pending.append(rest)
        return true
    }

    private func apply(to played: inout PlayedMatch) throws(Finding) {
        let isKnown =
            !played.mayHaveEarlierRests || !played.known.insert(rest.player).inserted
        do throws(Match.RestRefusal) {
            if rest.joins == true {
                try played.match.join(rest.player)
            } else {
                try played.match.rest(rest.player, rest.rests)
            }
        } catch {
            // The entry that began the rest that ends here may be older than the entries at hand.
            let isOlder = error == .noChange && !rest.rests && !isKnown
            try entry.require(
                isOlder,
                .cannotRest,
                "\(rest.player) cannot do this: \(Self.text(error))"
            )
            played.skipUntilNow(rest.player)
        }
        let match = played.match
        try entry.require(
            match.winners == rest.winners,
            .restWinners,
            "its winners are \(MatchWords.winners(rest.winners)), but according to the sheets they are "
                + MatchWords.winners(match.winners)
        )
    }

    private static func text(_ refusal: Match.RestRefusal) -> String {
        switch refusal {
        case .over: "the match is over"
        case .unknownPlayer: "no player has this name"
        case .noChange: "it changes nothing"
        case .lastPlayer: "no other player is left"
        case .tooLateToJoin: "players can join a sheet game only in its first round"
        case .nameTaken: "another player already has this name"
        }
    }

    /// Returns the digest and chain hash of the rest.
    func link(_ progress: TableProgress) -> ChainLink {
        WinnersLink(entry: entry, winners: rest.winners, after: progress.link).found(
            among: progress
        ) {
            Chain.link(rest, after: progress.link, players: $0)
        }
    }
}
