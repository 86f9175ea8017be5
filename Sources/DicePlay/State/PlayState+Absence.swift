import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel

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

    /// Says that the person rests, or whom the match waits for, and what can be done.
    var absenceText: String? {
        if rests {
            return "you are resting; o: play again"
        }
        if let missingBot {
            return "\(Printable.text(missingBot)) is not here; Enter brings it back"
        }
        guard let missing, let table else { return nil }
        let name = Printable.text(missing.player)
        let since = "\(name) is away since \(clock.text(missing.since).dropFirst(11).prefix(5))"
        guard mayPlay else { return since }
        let word = ShellWord.quoted(name)
        let bot = "a bot: dicectl bot \(table.snapshot.table) --as \(word)"
        guard obstacle(to: .rest) == nil else {
            return "\(since); after a minute you can go on without \(name); \(bot)"
        }
        return "\(since); o: go on without \(name); \(bot)"
    }

    /// Makes the missing player rest, or lets the person at the screen play again.
    mutating func goOn() -> [PlayAction] {
        if rests {
            return [.rest(player, false)]
        }
        guard let missing else {
            return notifying("no player is away")
        }
        if let obstacle = obstacle(to: .rest) {
            return notifying(obstacle)
        }
        return [.rest(missing.player, true)]
    }
}
