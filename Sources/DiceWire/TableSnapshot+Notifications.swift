import DiceGames
public import DiceModel

extension TableSnapshot {
    /// Applies a notification; one of another table changes nothing.
    public mutating func apply(_ notification: Notification) {
        switch notification {
        case .frame(let frame) where frame.table == table:
            revision = frame.revision
            turn = frame.turn
            roll = frame.roll
            rolling = frame.rolling
            replace(frame.dice)
        case .throw(let frame) where frame.table == table:
            revision = frame.revision
            throwCommitment = frame.throwCommitment ?? throwCommitment
        case .event(let event) where event.table == table: apply(event)
        case .frame, .throw, .event, .tables, .backup, .progress: return
        }
        total = rolling ? nil : dice.total
        if !rolling {
            flight = nil
        }
    }

    private mutating func apply(_ event: TableEvent) {
        revision = event.revision
        may = event.may ?? may
        if var game = event.game {
            if game.sheets.isEmpty {
                game.sheets = self.game?.sheets ?? []
            }
            self.game = game
        }
        switch event.kind {
        case .rollStarted(let rolled, _, let number, let plan):
            // A void roll does not count.
            if !rolled.isEmpty {
                by = event.by
                rollsLeft = rollsLeft.map { max(0, $0 - 1) }
            }
            game?.options = nil
            roll = number ?? roll
            // A plan replaces the frame in which its dice begin to move.
            for plan in plan ?? [] where dice.indices.contains(plan.die - 1) {
                dice[plan.die - 1].animating = true
            }
            if plan != nil {
                rolling = true
            }
        case .rollSettled(_, _, _, _, let dice, _, let left, _):
            rollsLeft = left ?? rollsLeft
            replace(dice)
        case .lockChanged(let dice): replace(dice)
        case .contributorsChanged(let contributors):
            self.contributors = contributors.isEmpty ? nil : contributors
        case .turnEnded(_, let next):
            by = nil
            commitment = next
            rollsLeft = rollsLeft == nil ? nil : settings.rollsPerTurn
            settings.up = event.up
        case .tableChanged(let snapshot): self = snapshot
        case .watchersChanged(let count, let names, let away, let bots):
            watchers = count
            watching = names
            self.away = away
            self.bots = bots
        case .corrected, .playerRests: settings.up = event.up ?? settings.up
        case .rollAsked, .mayChanged, .throwEnded, .throwShown, .gameOver, .tableDeleted,
            .serverStopping:
            break
        }
    }

    private mutating func replace(_ changed: [DieState]) {
        for var die in changed where dice.indices.contains(die.die - 1) {
            die.faces = die.faces ?? dice[die.die - 1].faces
            dice[die.die - 1] = die
        }
    }
}
