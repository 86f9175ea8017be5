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
        let word = ShellWord.quoted(name)
        let bot = "a bot: dicectl bot \(table.snapshot.table) --as \(word)"
        if mayEndAbsent {
            return "\(since); o: end the turn of \(name); \(bot)"
        }
        if obstacle(to: .rest) == nil {
            return "\(since); o: go on without \(name); \(bot)"
        }
        let later =
            table.snapshot.may?.rest == .refused(Cause.rolledInTurn.rawValue)
            ? "after a minute a host can end the turn"
            : "after a minute you can go on without \(name)"
        return "\(since); \(later); \(bot)"
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
