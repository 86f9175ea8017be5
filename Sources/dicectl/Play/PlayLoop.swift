internal import DiceClient
internal import DiceModel
internal import DiceProof
internal import DiceWire
internal import Glibc

/// Waits for keys, signals and the daemon, and has the screen show what follows from them.
final class PlayLoop {
    let link: PlayLink
    private let screen: any PlayScreen
    let by: String?
    private let bell: Bool
    var state: PlayState
    private var keys = KeyDecoder()
    var needsDrawing = true
    private var nextDrawing = Deadline.now
    var timers = Timers()
    /// What it has promised for the rolls of the table; nil while it vouches for none.
    var voucher: Voucher?
    var seen: SeenNotes?
    /// What ends the game.
    var failure: Failure?
    /// How the daemon is to tell what dice show in passing.
    var frames = FrameKind.plan
    /// Whether dice are to be drawn as ignored, which nobody has seen yet.
    private var hasUnseenIgnored = false
    /// Whether a daemon is to be started once the screen says so.
    private var isStartingDaemon = false

    /// At most 60 drawings a second.
    private static let interval = Duration.nanoseconds(16_666_667)

    /// - Parameters:
    ///   - by: under which name everything is done; nil for who the connection is.
    ///   - standing: who the connection is, and what it may do, as the daemon says.
    ///   - seen: where it notes what the daemon promises.
    ///   - bell: whether the terminal's bell tells the player that it is their turn.
    init(
        _ link: PlayLink, _ screen: any PlayScreen, table: TableName, by: String?, standing: ConfineParams?,
        bell: Bool = false, seen: SeenNotes? = nil
    ) {
        self.seen = seen
        self.by = by
        self.link = link
        self.screen = screen
        self.bell = bell
        state = PlayState(
            name: table, player: by ?? standing?.as ?? Player.login, mayPlay: standing?.role != .watch,
            startsDaemon: link.startsDaemon)
        state.host = link.host.map { Printable.text($0.text) }
    }

    /// Returns when the person has had enough.
    func run() throws(Failure) {
        try screen.enter()
        do {
            join()
            while try turn() {}
        } catch {
            try? screen.leave()
            throw error
        }
        try screen.leave()
    }

    /// One round of what is there; false to quit.
    private func turn() throws(Failure) -> Bool {
        for signal in SignalPipe.take() {
            try screen.react(to: signal)
            // What has come while it was stopped does not tell when it was sent.
            if signal == SIGCONT { join() }
            needsDrawing = true
        }
        while failure == nil, let incoming = link.next() { handle(incoming) }
        if let failure { throw failure }
        if try link.reconnect() { join() }
        for timer in timers.takeDue() where !expire(timer) { return false }
        if needsDrawing, nextDrawing.hasPassed {
            if state.hasBecomeUp, bell { try Output.draw([0x07]) }
            state.hasBecomeUp = false
            try show()
            state.news = []
            needsDrawing = false
            nextDrawing = .after(Self.interval)
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
    private func show() throws(Failure) {
        let now = ScreenClock.now
        state.table?.advance(to: now)
        try screen.show(state)
        if screen.isMoving, let next = state.table?.nextChange(after: now) {
            timers.start(.flight, for: next - now)
        } else {
            timers.stop(.flight)
        }
    }

    private func wait() throws(Failure) -> Bool {
        var interests = [Poll.Interest(STDOUT_FILENO, reading: false), Poll.Interest(STDIN_FILENO)]
        if let signals = SignalPipe.descriptor { interests.append(Poll.Interest(signals)) }
        interests += link.interests
        let deadlines = [timers.next, link.retry] + (needsDrawing ? [nextDrawing] : [])
        let ready = Poll.wait(for: interests, until: deadlines.min() ?? .never)
        if ready[1] {
            guard let bytes = screen.read() else { throw .outputClosed }
            let pressed = keys.decode(bytes)
            if keys.isWaiting { timers.start(.escape) } else { timers.stop(.escape) }
            return press(pressed)
        }
        if ready[0] { throw .outputClosed }
        return true
    }

    private func press(_ pressed: [Key]) -> Bool {
        for key in pressed {
            timers.stop(.digit)
            needsDrawing = true
            for action in state.press(key, on: screen.layout(of: state)) where !perform(action) { return false }
        }
        return true
    }

    private func expire(_ timer: Timers.Timer) -> Bool {
        needsDrawing = true
        switch timer {
        case .escape: return press(keys.timeOut())
        case .digit:
            for action in state.endTyping(on: screen.layout(of: state)) where !perform(action) { return false }
        case .ignoring: state.ignored = []
        case .list: send(Method.list(), for: .list)
        case .table: join()
        case .flight: break
        }
        return true
    }

    func perform(_ action: PlayAction) -> Bool {
        let table = state.name
        switch action {
        case .roll where state.awaitsRoll: state.notice = "ignored: a roll is on its way"
        case .roll: roll()
        case .endTurn: send(Method.endTurn(PlayerParams(table: table, by: by)), for: .change(AnyMethod(.endTurn)))
        case .cancel: send(Method.cancel(CancelParams(table: table, by: by)), for: .change(AnyMethod(.cancel)))
        case .cancelThrow(let number):
            send(Method.cancel(CancelParams(table: table, number: number, by: by)), for: .change(AnyMethod(.cancel)))
        case .throw(let typed):
            let entropy = Entropy.fresh()
            send(Method.throw(typed.params(table: table, by: by, entropy: entropy)), for: .throw(typed, entropy))
        case .toggle(let die):
            send(Method.toggleLock(DiceParams(table: table, dice: [die], by: by)), for: .change(AnyMethod(.toggleLock)))
        case .unlock(let dice):
            send(Method.unlock(DiceParams(table: table, dice: dice, by: by)), for: .change(AnyMethod(.unlock)))
        case .readHistory: readHistory()
        case .readTables: send(Method.list(), for: .list)
        case .change(let other):
            guard other != table || state.isOld else { break }
            watch(other)
        case .awaitDigit: timers.start(.digit)
        case .endIgnoring:
            timers.stop(.ignoring)
            hasUnseenIgnored = true
        case .vouch: vouch()
        case .startDaemon: isStartingDaemon = true
        case .quit: return false
        }
        return true
    }
}
