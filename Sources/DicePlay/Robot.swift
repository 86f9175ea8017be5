package import DiceClient
package import DiceFollowing
package import DiceGames
package import DiceHints
package import DiceModel
import DiceProof
import DiceWire

/// A computer player at a table, with its own connection. The robot plays when its turn comes, and
/// contributes to the rolls of other players. Its client must have said that it plays as a bot.
///
/// The robot itself never waits: `turn` does the work that is due, and the robot's owner waits for
/// `follower` and until `due`.
package final class Robot {
    package let follower: Follower
    package let witness: Witness
    private let table: TableName
    private let name: String
    private let pause: Duration
    /// The pause after another person's turn, whose box that person may correct until the next roll.
    private let patience: Duration
    /// True if the last turn may have been a person's.
    private var followsPerson = true
    /// True to play only until the player is back.
    private let untilBack: Bool
    /// The number of the only match to play; `nil` to play match after match.
    private let onlyMatch: Int?
    /// True if the table has been deleted.
    private var isTableGone = false
    /// True if the player returns to the match with the robot, should the player rest.
    private var endsRest: Bool
    private let strategy: Strategy
    private var generator = SystemRandomNumberGenerator()
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
    ///   - patience: the pause after another person's turn; `nil` for 4 s at pace 1.
    ///   - untilBack: true to play only until another connection watches under this name.
    ///   - oneMatch: true to play only the match in progress.
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
        patience: Duration? = nil,
        untilBack: Bool = false,
        oneMatch: Bool = false,
        strategy: (Game) throws -> Strategy,
        display: (any WatchDisplay)? = nil,
        sheets: Bool = false
    ) throws {
        let game = try client.call(.game, TableParams(table: table)).document
        let now = try client.call(.get, GetParams(table: table))
        let players = now.players ?? []
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
        self.patience = patience ?? .seconds(4) / pace
        self.untilBack = untilBack
        onlyMatch = oneMatch ? now.game?.match : nil
        endsRest = untilBack
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

    /// Returns the command line that has a bot play for a player until the player is back.
    package static func command(for player: String, at table: String) -> String {
        let name = ShellWord.quoted(player)
        return "dicectl bot \(table) --as \(name) --until-back"
    }

    /// True if the player is back, so that the robot has ended its play: a connection that is no
    /// bot watches under the name, and no roll of the robot's turn is open.
    package var isRelieved: Bool {
        guard untilBack, let snapshot, pendingMethod == nil else { return false }
        let isAlone = snapshot.bots?.contains(name) == true
        let isInTurn = snapshot.up == name && (snapshot.by != nil || snapshot.rolling)
        return !isAlone && !isInTurn
    }

    /// True if the only match to play is over, or has given way to another one.
    package var hasPlayed: Bool {
        guard let onlyMatch else { return false }
        guard let game = snapshot?.game else { return isTableGone || snapshot != nil }
        return game.over || game.match != onlyMatch
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
            followsPerson = true
            if let request = witness.contribution?.renew() {
                follower.send(request)
            }
        case .notification(let notification?, _):
            snapshot?.apply(notification)
            guard case .event(let event) = notification else { break }
            for request in witness.contribution?.answer(event) ?? [] {
                follower.send(request)
            }
            note(event.kind)
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
            if case .missing = news {
                isTableGone = true
            }
            snapshot = nil
            pendingMethod = nil
        case .notification(nil, _): break
        }
    }

    private func note(_ event: TableEvent.Kind) {
        switch event {
        case .turnEnded(let turn, _): followsPerson = turn.by != name && turn.bot != true
        // The player may change their mind once more.
        case .corrected: due = .never
        case .tableDeleted:
            snapshot = nil
            isTableGone = true
        default: break
        }
    }

    /// Makes a move if one is due, and returns true if it made one. The pause before a move begins
    /// when the move becomes possible.
    private func step() -> Bool {
        guard pendingMethod == nil, !isRelieved, let snapshot, let game = snapshot.game,
            game.name == strategy.game.name,
            !game.over
        else {
            due = .never
            return false
        }
        if endsRest {
            endsRest = false
            if game.resting?.contains(name) == true {
                send(
                    Method.rest(RestParams(table: table, player: name, rests: false, by: name))
                )
                return true
            }
        }
        guard snapshot.up == name, !snapshot.rolling else {
            due = .never
            return false
        }
        if due == .never {
            let isFirstRoll = snapshot.by == nil
            due = .after(isFirstRoll && followsPerson ? max(pause, patience) : pause)
        }
        guard due.hasPassed else { return false }
        due = .never
        guard let request = next(snapshot, game) else { return false }
        send(request)
        return true
    }

    private func send(_ request: Request) {
        pendingMethod = request.method
        follower.send(request)
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
            isLast: snapshot.rollsLeft == 0,
            using: &generator
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
