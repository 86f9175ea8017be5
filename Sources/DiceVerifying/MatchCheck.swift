import DiceGames
import DiceModel

/// Checks that a turn was legal in its match, that its score follows from its dice, and that the
/// winners follow from the sheets.
struct MatchCheck {
    let turn: Turn
    let entry: ChainedEntry

    /// The rolls that count.
    private var completedRolls: [RollRecord] { turn.rolls.filter { $0.outcome != .void } }

    /// - Parameter progress: the state after the previous entry.
    func run(_ progress: inout TableProgress) throws(Finding) {
        guard let score = turn.match.score else {
            try checkNoMatch()
            return progress.matches.breakOff()
        }
        if entry.proof.edition ?? 0 >= 4, completedRolls.first?.rolled.count != turn.dice.count {
            throw leavesOut
        }
        if let game = turn.match.game {
            try begin(game, score.match, &progress)
        }
        progress.matches.played(score.match)
        guard !progress.matches.candidates.isEmpty else {
            try entry.require(
                progress.matches.mayLackFirstTurn,
                .firstTurnMissing,
                "it scores in match \(score.match), whose first turn is missing"
            )
            progress.report.cutMatches.insert(score.match)
            return
        }
        try progress.matches.advance { (played) throws(Finding) in
            try play(score, in: &played)
        }
    }

    private func checkNoMatch() throws(Finding) {
        let match = turn.match
        try entry.require(
            match.game == nil && match.winners == nil
                && (!entry.isStrict || match.players == nil),
            .gameWithoutScore,
            "it has a game but no score"
        )
        guard entry.isStrict else { return }
        try entry.require(
            turn.absent == nil && match.hand == nil,
            .absentWithoutScore,
            "it has members of a match but no score"
        )
    }

    // MARK: The beginning

    private func begin(_ game: Game, _ number: Int, _ progress: inout TableProgress)
        throws(Finding)
    {
        do throws(GameError) {
            try game.check()
        } catch {
            throw entry.finding(
                .badGame,
                "its game is not valid: \(error.path): \(error.expected)"
            )
        }
        let allowed = progress.matches.next
        try entry.require(
            allowed.contains(number),
            .matchNumber,
            "it begins match \(number), but the next match is \(allowed.lowerBound)"
        )
        let match = Match(
            game,
            number: number,
            players: turn.match.players ?? [],
            first: turn.by
        )
        let isHand = turn.entered == true
        let begun = PlayedMatch(
            match: match,
            isStrict: entry.isStrict,
            isHand: isHand,
            mayHaveEarlierRests: progress.matches.mayLackRests
        )
        progress.matches.candidates = rested(begun, progress.matches.pending) + [begun]
        progress.matches.pending = []
        if !entry.isStrict {
            progress.report.olderMatches += 1
        }
    }

    /// Returns the states of the match in which players rest from its beginning. A change to the
    /// list of players ends the rests before it, and leaves no entry.
    private func rested(_ begun: PlayedMatch, _ rests: [Rest]) -> [PlayedMatch] {
        var found: [PlayedMatch] = []
        var played = begun
        var seen: Set<String> = []
        for rest in rests.reversed() where rest.match == begun.match.number {
            let isLast = seen.insert(rest.player).inserted
            guard isLast, rest.rests, (try? played.match.rest(rest.player, true)) != nil else {
                continue
            }
            found.append(played)
        }
        return found.reversed()
    }

    // MARK: A turn

    private func play(_ score: Match.Score, in played: inout PlayedMatch)
        throws(Finding)
    {
        let number = played.match.number
        try entry.require(
            score.match == number,
            .otherMatch,
            "it scores in match \(score.match), but match \(number) is in progress"
        )
        played.skip(to: turn.by)
        played.known.insert(turn.by)
        if let player = played.match.sheet.player, player != turn.by {
            throw entry.finding(
                .endedByOther,
                "\(turn.by) ended it, but it was \(player)'s turn"
            )
        }
        let isFirst = !played.match.hasBegun
        if played.isStrict {
            try checkDice(of: played, isFirst)
            try replay(&played.match)
        } else {
            try end(&played.match)
        }
        if turn.match.winners != nil, !played.match.isOver {
            played.skipToEnd()
        }
        let match = played.match
        let areSent = match.isOver || isFirst && played.isStrict
        let sent = turn.match.players
        let areRight = areSent ? sent == match.players : sent == nil || !played.isStrict
        try entry.require(
            areRight,
            .otherPlayers,
            "its players are not those of match \(number)"
        )
        try entry.require(
            match.winners == turn.match.winners,
            .otherWinners,
            "its winners are \(MatchWords.winners(turn.match.winners)), but according to the sheets they are "
                + MatchWords.winners(match.winners)
        )
    }

    private var leavesOut: Finding {
        entry.finding(
            .firstRollLeavesOut,
            "it has a score, but its first roll left out dice"
        )
    }

    private func checkDice(of played: PlayedMatch, _ isFirst: Bool) throws(Finding) {
        let game = played.match.game
        try entry.require(
            turn.dice.map(\.sides) == game.dice
                && turn.dice.allSatisfy { $0.faces == nil },
            .otherDice,
            "its dice are not those of \(game.name)"
        )
        try entry.require(
            turn.match.hand == (isFirst ? turn.entered : nil),
            .handDiffers,
            "it and its match disagree about real dice"
        )
        let isEntered = turn.entered == true
        try entry.require(
            !isEntered || played.isHand,
            .enteredInDrawn,
            "its faces were entered, but its match is not played with real dice"
        )
        try entry.require(
            isEntered || !played.isHand,
            .drawnInEntered,
            "its faces were drawn, but its match is played with real dice"
        )
    }

    private func replay(_ match: inout Match) throws(Finding) {
        var played = MatchTurn(of: match)
        for roll in turn.rolls {
            do throws(MatchTurn.Refusal) {
                try played.checkRoller(roll.by)
                if roll.outcome != .void {
                    try played.replay(roll.rolled, values: roll.values)
                }
            } catch {
                throw finding(error, in: roll)
            }
        }
        let locked = turn.dice.map(\.locked)
        if let die = played.die(unlockedBy: locked) {
            throw entry.finding(
                .looseDie,
                "die \(die) was neither kept nor rolled last"
            )
        }
        played.locked = locked
        try check(match) { () throws(Match.Refusal) in
            try played.end(turn.match.score?.box, absent: turn.absent == true)
        }
        match = played.match
    }

    private func finding(_ refusal: MatchTurn.Refusal, in roll: RollRecord) -> Finding {
        let name = "roll \(roll.roll)"
        return switch refusal {
        case .notUp(let player):
            entry.finding(
                .notCurrentPlayer,
                "\(roll.by) made \(name), but it was \(player)'s turn"
            )
        case .noneLeft(let maximum):
            entry.finding(
                .noRollsLeft,
                "\(name) is more than the \(maximum) rolls of a turn"
            )
        case .rollsNotAll: leavesOut
        case .lost:
            entry.finding(
                .rollAfterLoss,
                "\(name) follows a roll that did not score, which lost the turn"
            )
        case .heldDie(let die):
            entry.finding(
                .keptDieRolled,
                "\(name) rerolls die \(die), which was kept"
            )
        case .keepsNothing:
            entry.finding(.nothingKept, "\(name) follows a roll of which nothing was kept")
        case .doesNotScore, .leavesFreeDice:
            entry.finding(
                .freeDieLeft,
                "\(name) leaves out a die that was not kept"
            )
        }
    }

    /// Compares the score with the score in the entry.
    private func check(_ match: Match, _ end: () throws(Match.Refusal) -> Match.Score)
        throws(Finding)
    {
        let found: Match.Score
        do throws(Match.Refusal) {
            found = try end()
        } catch {
            throw entry.finding(
                .cannotEnd,
                "the rules of \(match.game.name) do not allow this end of the turn"
            )
        }
        guard let score = turn.match.score else { return }
        try entry.require(
            found == score,
            .otherScore,
            "it scores \(MatchWords.score(score)), but its dice make \(MatchWords.score(found))"
        )
    }

    // MARK: Matches that began in an older edition

    private func end(_ match: inout Match) throws(Finding) {
        var ended = match
        try check(match) { () throws(Match.Refusal) in
            match.game.bank == nil
                ? try ended.end(
                    turn.match.score?.box,
                    faces: turn.dice.map(\.value),
                    roll: completedRolls.count
                )
                : try endBank(&ended)
        }
        match = ended
    }

    /// Ends a turn of a bank game. The dice that the next roll left alone are the dice that were
    /// locked; all dice are rolled again once all have scored.
    private func endBank(_ match: inout Match) throws(Match.Refusal) -> Match.Score {
        var last: RollRecord?
        for roll in completedRolls {
            if let last {
                let isHot = roll.rolled.count == turn.dice.count
                let locked = last.rolled.filter { isHot || !roll.rolled.contains($0) }
                let faces = locked.map { last.values[$0 - 1] }
                guard match.gathered(faces) != nil, !faces.isEmpty else {
                    throw .noScore(minimum: 0)
                }
                let rolled = Set(roll.rolled)
                match.gather(
                    faces,
                    kept: turn.dice.map(\.die).filter { !rolled.contains($0) }
                )
            }
            last = roll
        }
        guard let last, let rules = match.game.bank else { throw .noScore(minimum: 0) }
        let rolled = last.rolled.map { last.values[$0 - 1] }
        let isLost = !rules.scores(anyOf: rolled)
        func faces(_ locked: Bool) -> [Int] {
            last.rolled.filter { turn.dice[$0 - 1].locked == locked }.map {
                last.values[$0 - 1]
            }
        }
        return try match.bank(
            isLost ? nil : faces(true),
            others: faces(false),
            mayRoll: completedRolls.count < match.game.rollsPerTurn ?? Game.rollsOfBank
        )
    }
}
