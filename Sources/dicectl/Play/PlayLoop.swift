import DiceClient
import DiceModel
import DiceProof
import DiceWire
import Glibc

/// Waits for keys, signals and the daemon, and has the screen show what follows from them.
final class PlayLoop {
    let follower: Follower
    let context: CommandContext
    private let terminal: FullScreen
    private let screen: any PlayScreen
    /// Under which names everything is done; none for the connection's own.
    let names: [String]
    private let bell: Bool
    var state: PlayState
    /// What the person sees: the picture that was drawn last.
    private var seen: PlayLayout?
    private var keys = KeyDecoder()
    var needsDrawing = true
    private var nextDrawing = Deadline.now
    var timers = Timers()
    let witness: Witness
    /// Who plays against the person; nil for nobody.
    private let robot: Robot?
    /// What was typed for the throws that are not answered yet.
    var typed: [Request: TypedThrow] = [:]
    /// Whether the roll that is on its way is sent for the second time, as the turn was full that
    /// it was for.
    var isRollAgain = false
    /// Whether dice are to be drawn as ignored, which nobody has seen yet.
    private var hasUnseenIgnored = false
    /// Whether a daemon is to be started once the screen says so.
    private var isStartingDaemon = false

    /// - Parameters:
    ///   - names: under which everything is done; none for the connection's own.
    ///   - confinement: what each connection is confined to; nil if several names do not share it.
    ///   - standing: who the connection is, and what it may do, as the daemon says.
    ///   - bell: whether the terminal's bell tells the player that it is their turn.
    ///   - robot: has a turn whenever the loop has one.
    init(
        _ client: Client,
        _ context: CommandContext,
        _ terminal: FullScreen,
        _ screen: any PlayScreen,
        table: TableName,
        by names: [String],
        confinement: ConfineParams? = nil,
        standing: ConfineParams?,
        bell: Bool = false,
        robot: Robot? = nil
    ) {
        self.names = names
        self.context = context
        self.bell = bell
        self.robot = robot
        self.terminal = terminal
        self.screen = screen
        witness = client.witness
        follower = context.follower(
            client,
            [table],
            as: confinement == nil ? names.first : nil,
            confinement: confinement
        )
        state = PlayState(
            name: table,
            players: names.isEmpty ? standing?.as?.all ?? [Player.login] : names,
            mayPlay: standing?.role != .watch,
            startsDaemon: context.startsDaemon && !context.isShared
        )
        state.host = ((try? context.remote) ?? nil).map { Printable.text($0.host.text) }
    }

    /// Who acts now; nil for the one whom the connection stands for.
    var by: String? { names.isEmpty && state.players.count == 1 ? nil : state.player }

    /// Returns when the person has had enough.
    func run() throws(CommandError) {
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

    /// Handles what has come since; false to quit.
    private func turn() throws(CommandError) -> Bool {
        while case let signals = SignalPipe.take(), !signals.isEmpty {
            for signal in signals {
                // By Ctrl-Z, or by itself when it goes on in the background.
                if signal == SIGTSTP || signal == SIGCONT {
                    try follower.takeBack(witness, handle)
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
            state.news = []
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

    /// Shows the state, dice in flight as they are now, and again when one shows another value.
    func show() throws(CommandError) {
        let now = ScreenClock.now
        state.table?.advance(to: now)
        seen = try screen.show(state, on: terminal)
        if screen.isMoving, let next = state.table?.nextChange(after: now) {
            timers.start(.flight, for: next - now)
        } else {
            timers.stop(.flight)
        }
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

    /// Keys, and clicks above all, mean what the person saw: news that is not drawn yet moves
    /// nothing from under them.
    func press(_ pressed: [Key]) -> Bool {
        guard let seen else { return true }
        for key in pressed {
            timers.stop(.digit)
            needsDrawing = true
            for action in state.press(key, on: seen) where !perform(action) {
                return false
            }
        }
        return true
    }

    private func expire(_ timer: Timers.Timer) -> Bool {
        needsDrawing = true
        switch timer {
        case .escape: return press(keys.timeOut())
        case .digit:
            guard let seen else { break }
            for action in state.endTyping(on: seen) where !perform(action) {
                return false
            }
        case .ignoring: state.ignored = []
        case .list: send(Method.list())
        case .hint: if state.search?.found == nil { timers.start(.hint) }
        case .flight: break
        }
        return true
    }

    func perform(_ action: PlayAction) -> Bool {
        let table = state.name
        switch action {
        case .roll where state.awaitsRoll, .enter where state.awaitsRoll:
            state.notice = "ignored: a roll is on its way"
        case .roll: roll()
        case .enter(let faces):
            send(Method.roll(RollParams(table: table, by: by, faces: faces)))
        case .endTurn: send(Method.endTurn(EndTurnParams(table: table, by: by)))
        case .cancel: send(Method.cancel(CancelParams(table: table, by: by)))
        case .cancelThrow(let number):
            send(Method.cancel(CancelParams(table: table, number: number, by: by)))
        case .throw(let text):
            let request = Method.throw(
                text.params(
                    table: table,
                    by: by,
                    own: state.player,
                    entropy: Entropy.fresh()
                )
            )
            typed[request] = text
            send(request)
        case .toggle(let die):
            send(Method.toggleLock(DiceParams(table: table, dice: [die], by: by)))
        case .lock(let dice):
            send(Method.lock(LockParams(table: table, dice: dice, by: by)))
        case .fill(let box):
            send(Method.endTurn(EndTurnParams(table: table, by: by, box: box)))
        case .correct(let box, let player):
            send(
                Method.correct(
                    CorrectParams(table: table, box: box, by: by == nil ? nil : player)
                )
            )
        case .unlock(let dice):
            send(Method.unlock(DiceParams(table: table, dice: dice, by: by)))
        case .readHistory: send(history)
        case .readTables: send(Method.list())
        case .readHint: searchHints(finds: true)
        case .newGame: send(Method.newGame(PlayerParams(table: table, by: by)))
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
