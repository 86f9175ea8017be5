internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Glibc

/// Waits for keys, signals and the daemon, and has the screen show what follows from them.
final class PlayLoop {
    private let link: PlayLink
    private let screen: any PlayScreen
    private let player: String
    private var state: PlayState
    private var keys = KeyDecoder()
    private var needsDrawing = true
    private var nextDrawing = Deadline.now
    private var timers: [Timer: Deadline] = [:]

    private enum Timer: Hashable {
        /// An escape sequence, or the Escape key.
        case escape
        case digit
        case ignoring
        /// How many watch is asked now and then: nobody tells.
        case list
    }

    /// At most 60 drawings a second.
    private static let interval = Duration.nanoseconds(16_666_667)

    init(_ link: PlayLink, _ screen: any PlayScreen, table: TableName, player: String) {
        self.link = link
        self.screen = screen
        self.player = player
        state = PlayState(name: table)
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
            needsDrawing = true
        }
        while let incoming = link.next() { handle(incoming) }
        if try link.reconnect() { join() }
        for timer in timers.filter({ $0.value.hasPassed }).keys where !expire(timer) { return false }
        if needsDrawing, nextDrawing.hasPassed {
            try screen.show(state)
            state.news = []
            needsDrawing = false
            nextDrawing = .after(Self.interval)
        }
        return try wait()
    }

    private func wait() throws(Failure) -> Bool {
        var interests = [Poll.Interest(STDOUT_FILENO, reading: false), Poll.Interest(STDIN_FILENO)]
        if let signals = SignalPipe.descriptor { interests.append(Poll.Interest(signals)) }
        if let descriptor = link.descriptor { interests.append(Poll.Interest(descriptor)) }
        let deadlines = timers.values + [link.retry] + (needsDrawing ? [nextDrawing] : [])
        let ready = Poll.wait(for: interests, until: deadlines.min() ?? .never)
        if ready[1] {
            guard let bytes = screen.read() else { throw .outputClosed }
            let pressed = keys.decode(bytes)
            timers[.escape] = keys.isWaiting ? .after(.milliseconds(50)) : nil
            return press(pressed)
        }
        if ready[0] { throw .outputClosed }
        return true
    }

    private func press(_ pressed: [Key]) -> Bool {
        for key in pressed {
            timers[.digit] = nil
            needsDrawing = true
            for action in state.press(key, on: screen.layout(of: state)) where !perform(action) { return false }
        }
        return true
    }

    private func expire(_ timer: Timer) -> Bool {
        timers[timer] = nil
        needsDrawing = true
        switch timer {
        case .escape: return press(keys.timeOut())
        case .digit:
            for action in state.endTyping() where !perform(action) { return false }
        case .ignoring: state.ignored = []
        case .list: send(.list, for: .list)
        }
        return true
    }

    private func perform(_ action: PlayAction) -> Bool {
        let table = state.name
        switch action {
        case .roll: send(.roll(RollParams(table: table, by: player)), for: .change(.roll))
        case .endTurn: send(.endTurn(EndTurnParams(table: table, by: player)), for: .change(.endTurn))
        case .cancel: send(.cancel(TableParams(table: table)), for: .change(.cancel))
        case .toggle(let die): send(.toggleLock(DiceParams(table: table, dice: [die])), for: .change(.toggleLock))
        case .unlock(let dice): send(.unlock(DiceParams(table: table, dice: dice)), for: .change(.unlock))
        case .readHistory: readHistory()
        case .readTables: send(.list, for: .list)
        case .change(let other):
            guard other != table else { break }
            send(.watch(TableParams(table: other)), for: .watch(other))
        case .awaitDigit: timers[.digit] = .after(.milliseconds(800))
        case .endIgnoring: timers[.ignoring] = .after(.milliseconds(250))
        case .quit: return false
        }
        return true
    }

    private func readHistory() {
        send(.history(HistoryParams(table: state.name, limit: 200)), for: .history(state.name))
    }

    /// Watches the table, at first and after the daemon's return.
    private func join() {
        send(.watch(TableParams(table: state.name)), for: .watch(state.name))
        send(.list, for: .list)
    }

    private func send(_ request: Request, for purpose: PlayLink.Purpose) {
        if !purpose.method.isSafeToRepeat, !link.isOpen || state.table == nil {
            state.notice = "the daemon is gone; nothing was sent"
        } else if let incoming = link.send(request, for: purpose) {
            handle(incoming)
        }
        needsDrawing = true
    }

    private func handle(_ incoming: PlayLink.Incoming) {
        needsDrawing = true
        switch incoming {
        case .notification(let notification): _ = state.apply(notification)
        case .lost(let methods): state.lose(methods)
        case .refusal(_, let error): state.notice = Printable.text(error.message)
        case .answer(let purpose, let line):
            do {
                try take(line, purpose)
            } catch {
                state.notice = error.description
            }
        }
    }

    private func take(_ line: ServerLine, _ purpose: PlayLink.Purpose) throws(ClientError) {
        switch purpose {
        case .watch(let name):
            if name != state.name { leave(state.name, for: name) }
            state.show(try line.value(as: TableSnapshot.self))
            if state.pane == .history { readHistory() }
        case .list:
            state.tables = try line.value(as: ListResult.self).tables
            // A daemon of thousands of tables is asked more seldom.
            timers[.list] = .after(.seconds(2) + .milliseconds(20 * state.tables.count))
        case .history(let name):
            if name == state.name { state.history = try line.value(as: HistoryPage.self).entries }
        case .change: break
        }
    }

    private func leave(_ old: TableName, for new: TableName) {
        send(.unwatch(TableParams(table: old)), for: .change(.unwatch))
        state.change(to: new)
        send(.list, for: .list)
    }
}
