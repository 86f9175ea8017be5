package import DiceGames
package import DiceModel
import DiceProof

// A game's rules at a table: permitted rolls and locks, and the end of a turn.

extension DiceGroup {
    /// The open turn of the match; `nil` without a game. Dice in flight have the faces already
    /// drawn.
    var matchTurn: MatchTurn? {
        guard let match else { return nil }
        let dice = stored.dice
        return MatchTurn(
            of: match,
            rolls: rollsMade,
            faces: dice.map(\.value),
            locked: dice.map(\.locked)
        )
    }

    /// The state of the game that clients receive; `nil` without a game.
    package var game: GameState? { matchTurn?.state(isSettled: !isAnyDieAnimating) }

    /// True if the last roll of a bank game has settled without a scoring die, so that the turn is
    /// lost.
    package var isTurnLost: Bool { !isAnyDieAnimating && matchTurn?.isLost == true }

    /// True if all dice of a bank game have scored. They are then unlocked and rolled again.
    var isHot: Bool { matchTurn?.isHot == true }

    /// Throws if the rules of the game do not allow these dice to be rolled.
    func checkRoll(_ rolled: [Int]) throws(DiceError) {
        do throws(MatchTurn.Refusal) {
            try matchTurn?.checkRoll(of: rolled)
        } catch { throw DiceError(error) }
    }

    /// Throws if the rules of the game do not allow the locks to change to the locks of `dice`.
    func checkLocks(_ dice: [TurnDie]) throws(DiceError) {
        var turn = matchTurn
        do throws(MatchTurn.Refusal) {
            try turn?.lock(dice.map(\.locked))
        } catch { throw DiceError(error) }
    }

    /// Keeps the dice of a bank game that were locked since the last roll.
    func keepLocked(_ stored: inout StoredTable) {
        guard var turn = matchTurn else { return }
        turn.keep()
        stored.match = turn.match
        for (index, isLocked) in turn.locked.enumerated() {
            stored.dice[index].locked = isLocked
        }
    }

    /// The settings on which the store and the open match disagree. No turn is possible until the
    /// next match begins.
    package var contradictions: [MatchStart.Setting] { state.contradictions }

    /// Ends the open turn by the rules of the game: adds the score to the turn's entry and to the
    /// table's stored state.
    func score(_ ending: inout Turn, _ stored: inout StoredTable, box: String?)
        throws(DiceError)
    {
        guard box == nil || match?.game.sheet != nil else { throw .noBoxes }
        guard var turn = matchTurn else { return }
        do throws(Match.Refusal) {
            ending.match.score = try turn.end(box, absent: ending.absent == true)
        } catch { throw .game(error) }
        let match = turn.match
        let isFirst = self.match?.hasBegun == false
        ending.match.game = isFirst ? match.game : nil
        ending.match.players = isFirst || match.isOver ? match.players : nil
        ending.match.hand =
            isFirst && Edition.hasDigests(ending.proof.edition) ? settings.hand : nil
        ending.match.winners = match.winners
        stored.match = match
    }

    /// True if nothing has happened in the match, so that another one need not begin.
    var isMatchUntouched: Bool {
        match?.hasBegun == false && rollCount == 0 && contradictions.isEmpty
    }

    /// Returns the stored state that the table will have when the next match has begun, and the
    /// entry of the open turn if that turn has rolls. The turn scores nothing. Changes nothing.
    ///
    /// - Parameters:
    ///   - standing: What the connection may decide at the table.
    ///   - isBot: True if a bot ends the open turn so.
    /// - Returns: `nil` if nothing has happened in the open match, which then remains.
    /// - Throws: The refusal of `permission`.
    package func planNewGame(
        by: String,
        standing: Standing,
        at: Timestamp,
        isBot: Bool = false
    ) throws(DiceError) -> (ending: Turn?, stored: StoredTable)? {
        try permission(for: .newGame).check(by, standing: standing)
        guard let match, !isMatchUntouched else { return nil }
        var ending = nil as Turn?
        var stored = stored
        if rollCount > 0 {
            let ended = endTurn(by: by, at: at, isFull: false, isBot: isBot)
            ending = ended.ending
            stored = ended.stored
        }
        // A match without a roll keeps its number.
        stored.match = match.hasBegun || rollCount > 0 ? match.next : match
        stored.contradictions = []
        stored.settings.up = stored.match?.sheet.player
        return (ending, stored)
    }

    /// Returns the stored state that the table will have when its last turn has been moved to
    /// another box, and the entry that records the correction. The store adds the entry's id and
    /// chain hash. Changes nothing.
    ///
    /// - Throws: The refusal of `permission`; `game`.
    package func planCorrection(to box: String, by: String, at: Timestamp) throws(DiceError)
        -> (turn: Turn, entry: Correction, stored: StoredTable)
    {
        try permission(for: .correct).check(by)
        guard var match, let turn = lastTurn else { throw .noTurnToCorrect }
        var stored = self.stored
        let score: Match.Score
        do throws(Match.Refusal) {
            score = try match.correct(
                box,
                faces: turn.dice.map(\.value),
                roll: turn.rolls.count { $0.outcome != .void }
            )
        } catch { throw .game(error) }
        stored.match = match
        let entry = Correction(
            id: 0,
            table: turn.table,
            endedAt: at,
            by: by,
            turn: turn.turn,
            score: score,
            winners: match.winners,
            edition: Edition.current,
            chain: ""
        )
        return (turn, entry, stored)
    }

    /// Returns the stored state that the table will have when a player rests or plays again, and the
    /// entry that records it. The store adds the entry's id and chain hash. Changes nothing.
    ///
    /// - Returns: `nil` if the player does so already.
    /// - Throws: The refusal of `permission(toRest:_:)`.
    package func planRest(
        of player: String,
        _ rests: Bool,
        by: String,
        standing: Standing,
        at: Timestamp
    ) throws(DiceError) -> (entry: Rest, stored: StoredTable)? {
        try permission(toRest: player, rests).check(by, standing: standing)
        guard var match else { throw .noGame }
        do throws(Match.RestRefusal) {
            try match.rest(player, rests)
        } catch { return nil }
        var stored = self.stored
        stored.match = match
        stored.settings.up = match.sheet.player
        let entry = Rest(
            id: 0,
            table: name.description,
            endedAt: at,
            by: by,
            player: player,
            rests: rests,
            match: match.number,
            winners: match.winners,
            edition: Edition.current,
            digest: "",
            chain: ""
        )
        return (entry, stored)
    }

    /// Returns the names that a change appends to the players of the open match, if it changes
    /// nothing else and the match has begun.
    package func namesJoining(_ change: SettingsChange) -> [String] {
        guard let players = change.players, change == SettingsChange(players: players), let match,
            !match.isOver, match.hasBegun || rollCount > 0, !match.players.isEmpty,
            players.starts(with: match.players)
        else { return [] }
        return Array(players.dropFirst(match.players.count))
    }

    /// Returns the stored state that the table will have when a player has joined the open match,
    /// and the entry that records it; `nil` before the first turn has ended, because that turn's
    /// entry lists the players. The store adds the entry's id and chain hash. Changes nothing.
    ///
    /// - Throws: The refusal of `permission`.
    package func planJoin(of player: String, by: String, standing: Standing, at: Timestamp)
        throws(DiceError) -> (entry: Rest?, stored: StoredTable)
    {
        try permission(for: .join).check(by, standing: standing)
        guard var match else { throw .noGame }
        do throws(Match.RestRefusal) {
            try match.join(player)
        } catch { throw .matchInProgress }
        var stored = self.stored
        stored.match = match
        stored.settings.players = match.players
        guard match.hasBegun else { return (nil, stored) }
        let entry = Rest(
            id: 0,
            table: name.description,
            endedAt: at,
            by: by,
            player: player,
            rests: false,
            joins: true,
            match: match.number,
            edition: Edition.current,
            digest: "",
            chain: ""
        )
        return (entry, stored)
    }

    /// Applies what `planJoin` returned. No frame reports it.
    package func join(_ stored: StoredTable) {
        state.match = stored.match
        state.settings.players = stored.settings.players
        touchBesideFrames()
    }

    /// Applies what `planRest` returned. No frame reports it.
    package func rest(_ stored: StoredTable) {
        state.match = stored.match
        state.settings.up = stored.settings.up
        touchBesideFrames()
    }

    /// Applies the correction that `planCorrection` returned. No frame reports it.
    package func correct(_ stored: StoredTable) {
        state.match = stored.match
        touchBesideFrames()
    }

    /// Begins the match that `planNewGame` returned.
    package func beginMatch(_ stored: StoredTable) {
        state.match = stored.match
        state.settings = stored.settings
        state.contradictions = stored.contradictions
        touch()
        notify()
    }
}

extension DiceError {
    init(_ refusal: MatchTurn.Refusal) {
        self =
            switch refusal {
            case .notUp(let player): .notYourTurn(player)
            case .noneLeft(let maximum): .noRollsLeft(maximum)
            case .leavesFreeDice(let dice): .freeDiceOmitted(dice)
            case .heldDie: .locksStay
            case .doesNotScore: .locksDoNotScore
            // Only records of rolls contain the last two.
            case .keepsNothing, .rollsNotAll, .lost: .noneLocked
            }
    }
}
