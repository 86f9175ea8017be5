package import DiceClient
import DiceDrawing
package import DiceFollowing
package import DiceModel
import DiceProof
package import DiceWire
import Glibc

/// Waits for keys, signals and the daemon, and updates the screen.
package final class PlayLoop {
    let follower: Follower
    let host: any PlayHost
    private let terminal: FullScreen
    private let screen: any PlayScreen
    /// The names to act under; empty for the connection's own.
    let names: [String]
    /// The name whose secret throws are seen; `nil` for a stranger, or for all of a connection that
    /// has several.
    let viewer: String?
    private let bell: Bool
    package var state: PlayState
    /// The picture last drawn, which the person sees.
    private var drawnLayout: PlayLayout?
    private var keys = KeyDecoder()
    var needsDrawing = true
    private var nextDrawing = Deadline.now
    var timers = Timers()
    let witness: Witness
    /// The opponent, if the person plays against the computer.
    private var robot: Robot?
    /// Makes a robot that plays at a table under a name; `nil` if the program cannot.
    private let bringBack: ((TableName, String) throws -> Robot)?
    /// The typed text of each throw that has not been answered yet.
    var typed: [Request: TypedThrow] = [:]
    /// The throws for several names that have not been answered yet.
    var queue = ThrowQueue([])
    /// The typed lines of the table that wait for the saved rolls.
    var unread: [String] = []
    /// True if the pending roll is a second attempt, made because the turn was full at the first
    /// attempt.
    var isRollAgain = false
    /// True if ignored dice have not been drawn as ignored yet.
    private var hasUnseenIgnored = false
    /// The notice last drawn.
    private var drawnNotice = ""
    /// True if a daemon is to be started once the screen says so.
    private var isStartingDaemon = false

    /// - Parameters:
    ///   - names: the names to act under; empty for the connection's own.
    ///   - isStranger: true to look without the secret throws that the names can see.
    ///   - confinement: the confinement of each connection; `nil` unless several names share it.
    ///   - standing: the connection's name and permissions, from the daemon.
    ///   - bell: true if the terminal's bell announces the player's turn.
    ///   - robot: takes its turn whenever the loop takes one.
    ///   - bringBack: makes a robot that plays at a table under a name, at the person's request;
    ///     `nil` if the program cannot.
    package init(
        _ client: Client,
        _ host: any PlayHost,
        _ terminal: FullScreen,
        _ screen: any PlayScreen,
        table: TableName,
        by names: [String],
        isStranger: Bool = false,
        confinement: ConfineParams? = nil,
        standing: ConfineParams?,
        bell: Bool = false,
        robot: Robot? = nil,
        bringBack: ((TableName, String) throws -> Robot)? = nil
    ) {
        self.names = names
        self.host = host
        self.bell = bell
        self.robot = robot
        self.bringBack = bringBack
        self.terminal = terminal
        self.screen = screen
        witness = client.witness
        viewer =
            if isStranger || confinement != nil {
                nil
            } else if names.isEmpty, case .one(let name)? = standing?.as {
                name
            } else {
                names.first
            }
        follower = host.follower(
            client,
            [table],
            frames: .plan,
            as: viewer,
            confinement: confinement,
            sheets: false
        )
        state = PlayState(
            name: table,
            players: names.isEmpty ? standing?.as?.all ?? [host.login] : names,
            mayPlay: standing?.role != .watch,
            startsDaemon: host.startsDaemon && !host.isShared,
            throwing: host.throwing
        )
        state.bringsBack = bringBack != nil
        state.host = ((try? host.remote) ?? nil).map { Printable.text($0.host.text) }
    }

    /// The maximum number of tables that are listed, and searched for an open match.
    package static let maxTables = 40

    /// The acting player; `nil` for the connection's own name.
    var by: String? { names.isEmpty && state.players.count == 1 ? nil : state.player }

    /// Returns when the person quits.
    package func run() throws(CommandError) {
        defer {
            state.search?.cancel()
        }
        try terminal.enter()
        defer {
            try? robot?.leave()
        }
        do {
            while try turn() {}
        } catch {
            try? terminal.leave()
            throw error
        }
        try terminal.leave()
    }

    /// Handles all new input; returns false to quit.
    private func turn() throws(CommandError) -> Bool {
        while case let signals = SignalPipe.take(), !signals.isEmpty {
            for signal in signals {
                // Stopped by Ctrl-Z, or continued in the background.
                if signal == SIGTSTP || signal == SIGCONT {
                    try follower.withdraw(witness, handle)
                }
                if [SIGTSTP, SIGCONT].contains(signal) {
                    try? robot?.leave()
                }
                try terminal.react(to: signal)
                if signal == SIGCONT {
                    follower.resumed()
                    robot?.follower.resumed()
                }
                needsDrawing = true
            }
        }
        while let news = try follower.takeNext() {
            try handle(news)
        }
        try? robot?.turn()
        for timer in timers.takeDue() where !expire(timer) {
            return false
        }
        if needsDrawing, nextDrawing.hasPassed {
            if state.hasBecomeUp, bell {
                try Output.draw([0x07])
            }
            state.hasBecomeUp = false
            try show()
            state.announcements = []
            needsDrawing = false
            nextDrawing = .after(ScreenClock.interval)
            if hasUnseenIgnored {
                hasUnseenIgnored = false
                timers.start(.ignoring)
            }
            if isStartingDaemon {
                isStartingDaemon = false
                try startDaemon()
            }
        }
        return try wait()
    }

    /// Draws the state, with dice in flight at their current values, and schedules the next change.
    func show() throws(CommandError) {
        let now = ScreenClock.now
        state.table?.advance(to: now)
        drawnLayout = try screen.show(state, on: terminal)
        if screen.isMoving, let next = state.table?.nextChange(after: now) {
            timers.start(.flight, for: next - now)
        } else {
            timers.stop(.flight)
        }
        if state.notice != drawnNotice {
            drawnNotice = state.notice
            timers.start(.notice, for: Self.readingTime(of: drawnNotice))
        }
    }

    /// Returns how long a notice stays: five seconds, and 60 ms for each character.
    private static func readingTime(of notice: String) -> Duration {
        .seconds(5) + .milliseconds(60) * notice.count
    }

    private func wait() throws(CommandError) -> Bool {
        let deadline = min(
            needsDrawing ? min(timers.next, nextDrawing) : timers.next,
            robot?.due ?? .never
        )
        guard try follower.wait(until: deadline, keys: true, beside: robot?.follower)
        else {
            return true
        }
        guard let bytes = terminal.read() else { throw .outputClosed }
        let pressed = keys.decode(bytes)
        if keys.isWaiting {
            timers.start(.escape)
        } else {
            timers.stop(.escape)
        }
        return press(pressed)
    }

    /// Handles keys, and above all clicks, by the picture that the person saw: changes that have
    /// not been drawn yet do not move the targets of clicks.
    func press(_ pressed: [Key]) -> Bool {
        guard let drawnLayout else { return true }
        for key in pressed {
            timers.stop(.digit)
            needsDrawing = true
            for action in state.press(key, on: drawnLayout) where !perform(action) {
                return false
            }
        }
        return true
    }

    /// Has a bot that has played under this name play again.
    private func startRobot(as name: String) {
        guard let bringBack else { return }
        do {
            let robot = try bringBack(state.name, name)
            try? self.robot?.leave()
            self.robot = robot
        } catch {
            state.notice =
                switch CommandError(error) {
                case .client(let failure): Printable.text(failure.description)
                case .declined(let reason): Printable.text(reason)
                default: "\(Printable.text(name)) cannot be brought back"
                }
        }
    }

    private func expire(_ timer: Timers.Timer) -> Bool {
        needsDrawing = true
        switch timer {
        case .escape: return press(keys.timeOut())
        case .digit:
            guard let drawnLayout else { break }
            for action in state.endTyping(on: drawnLayout) where !perform(action) {
                return false
            }
        case .ignoring: state.ignored = []
        case .list: send(Method.list())
        case .hint: if state.search?.result == nil { timers.start(.hint) }
        case .notice: state.endNotice()
        case .pending: state.tellPending()
        case .queue: sendQueued()
        case .flight: break
        }
        return true
    }

    func perform(_ action: PlayAction) -> Bool {
        let table = state.name
        guard !state.isWaiting(for: action) else { return true }
        func ask(_ request: Request) {
            send(request, for: action)
        }
        switch action {
        case .roll: roll()
        case .enter(let faces, let replaces):
            ask(
                Method.roll(
                    RollParams(table: table, by: by, faces: faces, replaces: replaces)
                )
            )
        case .endTurn: ask(Method.endTurn(EndTurnParams(table: table, by: by)))
        case .cancel: ask(Method.cancel(CancelParams(table: table, by: by)))
        case .cancelThrow(let number):
            ask(Method.cancel(CancelParams(table: table, number: number, by: by)))
        case .throw(let entered):
            var params = entered.params
            params.table = table
            params.by = by
            params.entropy = Entropy.fresh()
            let request = Method.throw(params)
            typed[request] = entered
            if params.group == nil {
                ask(request)
            } else {
                queue.append(request)
                sendQueued()
            }
        case .readRolls(let line): readRolls(for: line)
        case .toggle(let die):
            ask(Method.toggleLock(DiceParams(table: table, dice: [die], by: by)))
        case .keep(let dice, _):
            ask(Method.lock(LockParams(table: table, dice: dice, only: true, by: by)))
        case .fill(let box):
            ask(Method.endTurn(EndTurnParams(table: table, by: by, box: box)))
        case .correct(let box, let player):
            ask(
                Method.correct(
                    CorrectParams(table: table, box: box, by: by == nil ? nil : player)
                )
            )
        case .unlock(let dice):
            ask(Method.unlock(DiceParams(table: table, dice: dice, by: by)))
        case .readHistory: send(history)
        case .readTables: send(Method.list())
        case .readHint: searchHints(finds: true)
        case .endAbsent(let player):
            ask(Method.endTurn(EndTurnParams(table: table, by: player, absent: true)))
        case .rest(let player, let rests):
            ask(
                Method.rest(
                    RestParams(table: table, player: player, rests: rests, by: by)
                )
            )
        case .bringBack(let name): startRobot(as: name)
        case .ask(let asks): ask(Method.ask(AskParams(table: table, asks: asks, by: by)))
        case .newGame: ask(Method.newGame(PlayerParams(table: table, by: by)))
        case .change(let other):
            if other != table || state.isOld { follower.follow(other) }
        case .awaitDigit: timers.start(.digit)
        case .endIgnoring:
            timers.stop(.ignoring)
            hasUnseenIgnored = true
        case .contribute: contribute()
        case .startDaemon: isStartingDaemon = true
        case .quit: return false
        }
        return true
    }
}
