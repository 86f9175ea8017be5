package import DiceGames
package import DiceModel
import DiceProof

// A game's rules at a table: permitted rolls and locks, and the end of a turn.

extension DiceGroup {
    /// The state of the game that clients receive; `nil` without a game.
    package var game: GameState? {
        match?.state(
            faces: rollsMade > 0 && !isAnyDieAnimating ? dice.map(\.value) : nil,
            roll: rollsMade,
            locked: lockedFaces(stored.dice)
        )
    }

    /// Returns the faces of the dice that were locked since the last roll of a bank game.
    func lockedFaces(_ dice: [TurnDie]) -> [Int] {
        guard let match, match.game.bank != nil, rollsMade > 0 else { return [] }
        return dice.filter { $0.locked && !match.bankTurn.kept.contains($0.die) }.map(
            \.value
        )
    }

    /// True if the last roll of a bank game has settled without a scoring die, so that the turn is
    /// lost.
    package var isBust: Bool {
        guard let match, let rules = match.game.bank, rollsMade > 0, !isAnyDieAnimating,
            !match.isOver
        else {
            return false
        }
        return !rules.scores(
            anyOf: dice.filter { !match.bankTurn.kept.contains($0.number) }.map(\.value)
        )
    }

    /// Throws if a roll of a bank game omits unlocked dice.
    func checkOmitted(_ rolled: [Int]) throws(DiceError) {
        guard match?.game.bank != nil else { return }
        let omitted = dice.filter { !$0.locked && !rolled.contains($0.number) }.map(
            \.number
        )
        guard omitted.isEmpty else { throw .freeDiceOmitted(omitted) }
    }

    /// True if all dice of a bank game have scored. They are then unlocked and rolled again.
    var isHot: Bool {
        match?.game.bank != nil && rollsMade > 0 && dice.allSatisfy(\.locked)
    }

    /// The settings on which the store and the open match disagree. No turn is possible until the
    /// next match begins.
    package var contradictions: [MatchStart.Setting] { state.contradictions }

    /// Adds the points for the dice locked since the last roll to the turn's points, and unlocks
    /// all dice if all have scored.
    func rollOn(_ stored: inout StoredTable) {
        guard rollsMade > 0, match?.game.bank != nil else { return }
        if isHot {
            for index in stored.dice.indices {
                stored.dice[index].locked = false
            }
        }
        stored.match?.gather(
            lockedFaces(self.stored.dice),
            kept: stored.dice.filter(\.locked).map(\.die)
        )
    }

    /// Throws if the rules do not allow the locks to change to the locks of `dice`.
    func checkLocks(_ dice: [TurnDie]) throws(DiceError) {
        guard let rules = match?.game.bank else { return }
        guard zip(self.dice, dice).allSatisfy({ !$0.locked || $1.locked }) else {
            throw .locksStay
        }
        guard rules.score(all: lockedFaces(dice)) != nil else { throw .locksDoNotScore }
    }

    /// Ends the open turn by the rules of the game: adds the score to the turn's entry and to the
    /// table's stored state.
    func score(_ ending: inout Turn, _ stored: inout StoredTable, box: String?)
        throws(DiceError)
    {
        guard var match = stored.match else {
            if box != nil {
                throw .noBoxes
            }
            return
        }
        guard box == nil || match.game.sheet != nil else { throw .noBoxes }
        do throws(Match.Refusal) {
            if match.game.sheet != nil {
                ending.match.score = try match.end(
                    box,
                    faces: ending.dice.map(\.value),
                    roll: rollsMade
                )
            } else {
                ending.match.score = try bank(ending.dice, in: &match)
            }
        } catch { throw .game(error) }
        let isFirst = self.match?.hasBegun == false
        ending.match.game = isFirst ? match.game : nil
        ending.match.players = isFirst || match.isOver ? match.players : nil
        ending.match.hand =
            isFirst && Edition.hasDigests(ending.proof.edition) ? settings.hand : nil
        ending.match.winners = match.winners
        stored.match = match
    }

    /// Ends the open turn of a bank game.
    func bank(_ dice: [TurnDie], in match: inout Match) throws(Match.Refusal) -> Match.Score {
        try match.bank(
            isBust ? nil : lockedFaces(dice),
            others: dice.filter { !$0.locked }.map(\.value),
            mayRoll: rollsLeft != 0 && !isTurnFull
        )
    }

    /// True if nothing has happened in the match, so that another one need not begin.
    var isMatchUntouched: Bool {
        match?.hasBegun == false && rollCount == 0 && contradictions.isEmpty
    }

    /// Returns the stored state that the table will have when the next match has begun, and the
    /// entry of the open turn if that turn has rolls. The turn scores nothing. Changes nothing.
    ///
    /// - Parameter isOwner: True for those who may change the table.
    /// - Returns: `nil` if nothing has happened in the open match, which then remains.
    /// - Throws: The refusal of `permission`.
    package func planNewGame(by: String, isOwner: Bool, at: Timestamp) throws(DiceError) -> (
        ending: Turn?, stored: StoredTable
    )? {
        try permission(for: .newGame).check(by, isOwner: isOwner)
        guard let match, !isMatchUntouched else { return nil }
        var ending = nil as Turn?
        var stored = stored
        if rollCount > 0 {
            let ended = endTurn(by: by, at: at, isFull: false)
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
