package import DiceClient
package import DiceFollowing
package import DiceGames
package import DiceHints
package import DiceModel
import DiceProof
import DiceWire

/// A computer player at a table, with its own connection. The robot plays when its turn comes, and
/// contributes to the rolls of other players.
///
/// The robot itself never waits: `turn` does the work that is due, and the robot's owner waits for
/// `follower` and until `due`.
package final class Robot {
    package let follower: Follower
    package let witness: Witness
    private let table: TableName
    private let name: String
    private let pause: Duration
    private let strategy: Strategy
    /// Displays the notifications received; `nil` if nobody is watching.
    private let display: (any WatchDisplay)?
    /// `nil` while the daemon or the table is gone.
    private var snapshot: TableSnapshot?
    /// The pending request.
    private var pendingMethod: AnyMethod?
    /// The time of the next move.
    package private(set) var due = Deadline.never

    /// - Parameters:
    ///   - pace: the speed as a multiple of a person's.
    ///   - strategy: returns the strategy for the table's game.
    ///   - sheets: true if the follower's snapshots have all sheets.
    /// - Throws: if `name` is not a player at the table, or if the game has no strategy of this
    ///   strength.
    package init(
        _ client: Client,
        _ host: some PlayHost,
        at table: TableName,
        as name: String,
        pace: Double,
        strategy: (Game) throws -> Strategy,
        display: (any WatchDisplay)? = nil,
        sheets: Bool = false
    ) throws {
        let game = try client.call(.game, TableParams(table: table)).document
        let players = try client.call(.get, GetParams(table: table)).players ?? []
        guard players.contains(name) else {
            let all = ShellWord.quoted(
                ((players.isEmpty ? [host.login] : players) + [name]).joined(
                    separator: ","
                )
            )
            throw CommandError.declined(
                "\(name) is not a player of \(table); to add them: dicectl table set \(table) --players \(all)"
            )
        }
        self.strategy = try strategy(game)
        self.table = table
        self.name = name
        self.display = display
        pause = .seconds(2) / pace
        witness = client.witness
        witness.contribution = EntropyContribution(table: table, by: name)
        follower = host.follower(
            client,
            [table],
            frames: .plan,
            as: name,
            confinement: nil,
            sheets: sheets
        )
    }

    /// Handles the news, and makes the next move if it is due.
    package func turn() throws(CommandError) {
        repeat {
            while let news = try follower.takeNext() {
                try take(news)
            }
        } while step()
    }

    /// Withdraws the robot's contribution. The robot contributes again when the table's next
    /// snapshot arrives.
    package func leave() throws(CommandError) {
        try follower.withdraw(witness, take)
    }

    private func take(_ news: Follower.News) throws(CommandError) {
        try display?.show(news)
        switch news {
        case .table(let shown, _):
            snapshot = shown
            pendingMethod = nil
            if let request = witness.contribution?.renew() {
                follower.send(request)
            }
        case .notification(let notification?, _):
            snapshot?.apply(notification)
            guard case .event(let event) = notification else { break }
            for request in witness.contribution?.answer(event) ?? [] {
                follower.send(request)
            }
            if event.kind == .tableDeleted {
                snapshot = nil
            }
        case .answer(let request, _): if request.method == pendingMethod { pendingMethod = nil }
        case .refused(let request, let error, _):
            if error.known == .notAllowed {
                throw .client(.refused(error))
            }
            // If a move came too late, or in a turn that was already full, another move follows.
            if request.method == pendingMethod {
                pendingMethod = nil
            }
        case .missing, .gone, .blocked:
            snapshot = nil
            pendingMethod = nil
        case .notification(nil, _): break
        }
    }

    /// Makes a move if one is due, and returns true if it made one. The pause before a move begins
    /// when the move becomes possible.
    private func step() -> Bool {
        guard pendingMethod == nil, let snapshot, let game = snapshot.game,
            game.name == strategy.game.name,
            !game.over,
            snapshot.up == name, !snapshot.rolling
        else {
            due = .never
            return false
        }
        if due == .never {
            due = .after(pause)
        }
        guard due.hasPassed else { return false }
        due = .never
        guard let request = next(snapshot, game) else { return false }
        pendingMethod = request.method
        follower.send(request)
        return true
    }

    private func next(_ snapshot: TableSnapshot, _ game: GameState) -> Request? {
        let roll = Method.roll(
            RollParams(table: table, by: name, entropy: Entropy.fresh())
        )
        guard snapshot.by != nil else { return roll }
        let dice = snapshot.dice
        let locked = dice.indices.filter { dice[$0].locked }
        let action = strategy.action(
            of: name,
            at: game,
            faces: dice.map(\.value),
            locked: locked,
            roll: snapshot.rollsMade,
            isLast: snapshot.rollsLeft == 0
        )
        switch action {
        case .keep(locked)?: return roll
        case .keep(let kept)?:
            return Method.lock(
                LockParams(
                    table: table,
                    dice: kept.map { $0 + 1 },
                    only: true,
                    by: name
                )
            )
        case .end(let box)?:
            return Method.endTurn(EndTurnParams(table: table, by: name, box: box))
        case nil: return nil
        }
    }
}
