import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

// Players who are away or rest.

extension PlayState {
    /// The current player of a match in progress, if another person, without a connection here.
    private var missing: AwayPlayer? {
        guard let snapshot = table?.snapshot, snapshot.game?.over == false, !isOld, !isUp else {
            return nil
        }
        return snapshot.away?.first { $0.player == snapshot.up }
    }

    /// The name of the bot for which the match waits; `nil` if it waits for a person or nobody.
    var missingBot: String? {
        guard bringsBack, mayPlay, let missing else { return nil }
        let turn = lastEntries?.lazy.compactMap(\.turn).first { $0.by == missing.player }
        return turn?.bot == true ? missing.player : nil
    }

    /// True if the person at the screen rests in a match in progress.
    private var rests: Bool {
        guard let game = table?.snapshot.game, !game.over, !isOld else { return false }
        return game.resting?.contains(player) == true
    }

    /// Says who wants to play while the match in progress is open to players, and how to let them
    /// in.
    private var askingText: String? {
        guard let snapshot = table?.snapshot, let asking = snapshot.asking,
            snapshot.may?.join == .possible
        else { return nil }
        let all = ShellWord.quoted((seated + asking).joined(separator: ","))
        let name = snapshot.table
        return "\(EventText.asking(asking)); now: dicectl table set \(name) --players \(all)"
    }

    private var mayEndAbsent: Bool { table?.snapshot.may?.endAbsent == .possible }

    /// Says that the person rests, or whom the match waits for, and what can be done.
    var absenceText: String? {
        if rests {
            return "you are resting; o: play again"
        }
        if let missingBot {
            return "\(Printable.text(missingBot)) is not here; Enter brings it back"
        }
        guard let missing, let table else { return askingText }
        let name = Printable.text(missing.player)
        let since = EventText.away(missing, clock)
        guard mayPlay else { return since }
        let command = Robot.command(for: missing.player, at: table.snapshot.table)
        let bot = isHost ? "a bot: \(command)" : nil
        let way =
            if mayEndAbsent {
                "o: end the turn of \(name)"
            } else if obstacle(to: .rest) == nil {
                "o: go on without \(name)"
            } else if table.snapshot.may?.rest == .refused(Cause.rolledInTurn.rawValue) {
                "after a minute a host can end the turn"
            } else {
                "after a minute you can go on without \(name)"
            }
        return [since, way, bot].compactMap(\.self).joined(separator: "; ")
    }

    /// True if the person may decide for other players, and have a bot play for them.
    private var isHost: Bool {
        table?.snapshot.may?.endAbsent != .refused(Cause.absenceOfAnother.rawValue)
    }

    /// Makes the missing player rest, or lets the person at the screen play again.
    mutating func goOn() -> [PlayAction] {
        if rests {
            return [.rest(player, false)]
        }
        guard let missing else {
            return notifying("no player is away")
        }
        if mayEndAbsent {
            return [.endAbsent(missing.player)]
        }
        if let obstacle = obstacle(to: .rest) {
            return notifying(obstacle)
        }
        return [.rest(missing.player, true)]
    }
}
