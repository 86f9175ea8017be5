internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Glibc

/// Tables or throws drawn in place, and the wait for what comes next: lines from the daemon, signals, a deadline.
final class LiveView {
    enum Input {
        case line(ServerLine)
        case deadline
    }

    private let environment: [String: String]
    private let drawing: TableDrawing
    private let motion: Motion
    private var stillness = Stillness()
    private var painter: InPlacePainter
    private var echo: EchoOff?
    /// What draws it in a room.
    private var shown: ((Size) -> CellBuffer)?
    private var needsDrawing = false
    /// The tables whose dice move by what was told of them in advance.
    private var moving: [TableState] = []
    private var nextMove = Deadline.never
    /// Whether the process was stopped, and goes on; whoever asks answers for it.
    var hasResumed = false
    private var nextDrawing = Deadline.now

    /// At most 60 drawings a second.
    private static let interval = Duration.nanoseconds(16_666_667)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

    init(traits: TerminalTraits, motion: Motion, environment: [String: String]) {
        self.environment = environment
        self.motion = motion
        drawing = TableDrawing(glyphs: traits.glyphs, motion: motion)
        painter = InPlacePainter(encoder: Encoder(palette: traits.palette))
        SignalPipe.handle(Self.signals)
        muteKeys()
    }

    private func muteKeys() {
        echo = EchoOff(former: echo)
        if let echo { CrashGuard.arm(STDOUT_FILENO, modes: echo.saved, farewell: InPlacePainter.farewell) }
    }

    /// Has `tables` drawn as soon as the pace allows.
    func show(_ tables: [TableState]) {
        moving = tables.map { stillness.shown($0, motion) }
        let drawing = TablesDrawing(drawing: drawing)
        show { [moving] size in
            let now = ScreenClock.now
            return drawing.draw(moving.map { $0.advanced(to: now) }, in: size)
        }
    }

    /// Has `throws` drawn as soon as the pace allows.
    func show(_ throws: [ThrowFrame]) {
        let drawing = ThrowsDrawing(drawing: drawing.throwDrawing)
        let still = `throws`.filter { motion != .none || $0.result != nil }
        moving = []
        show { drawing.inOrder(still, in: $0) }
    }

    private func show(_ draw: @escaping (Size) -> CellBuffer) {
        shown = draw
        needsDrawing = true
    }

    /// The rows that a drawing may have.
    var rows: Int { InPlacePainter.room(in: Window.size(environment: environment)).rows }

    /// Waits for the next thing, drawing meanwhile. `method` is what an answer is awaited to; without a client only
    /// the deadline ends the wait. Throws `interrupted`, `terminated` or `outputClosed` after giving the terminal back.
    func next(from client: Client?, of method: AnyMethod, by deadline: Deadline) throws(Failure) -> Input {
        while true {
            for signal in SignalPipe.take() { try react(to: signal) }
            if nextMove.hasPassed { needsDrawing = true }
            if needsDrawing, nextDrawing.hasPassed { try draw() }
            if let line = try buffered(client, method) { return .line(line) }
            if deadline.hasPassed { return .deadline }
            var interests = [Poll.Interest(STDOUT_FILENO, reading: false)]
            if let signals = SignalPipe.descriptor { interests.append(Poll.Interest(signals)) }
            if let client { interests += client.connection.interests }
            let ready = Poll.wait(for: interests, until: min(needsDrawing ? nextDrawing : nextMove, deadline))
            if ready[0] { throw .outputClosed }
        }
    }

    private func buffered(_ client: Client?, _ method: AnyMethod) throws(Failure) -> ServerLine? {
        do {
            return try client?.next(by: .now, of: method)
        } catch {
            throw .client(error)
        }
    }

    private func draw() throws(Failure) {
        guard needsDrawing, let shown else { return }
        let window = Window.size(environment: environment)
        let bytes = painter.paint(shown(InPlacePainter.room(in: window)), window: window)
        if !bytes.isEmpty { try Output.draw(bytes) }
        needsDrawing = false
        nextDrawing = .after(Self.interval)
        // Dice that do not tumble on the screen need no drawing between the daemon's lines.
        let now = ScreenClock.now
        let changes = motion == .full ? moving.compactMap { $0.nextChange(after: now) } : []
        nextMove = changes.min().map { .after($0 - now) } ?? .never
    }

    /// Draws what was shown last, leaves it standing and gives the terminal back.
    func close() throws(Failure) {
        defer { CrashGuard.disarm() }
        echo?.restore()
        echo = nil
        try draw()
        try Output.draw(painter.finish())
    }

    private func react(to signal: Int32) throws(Failure) {
        switch signal {
        case SIGINT:
            try close()
            throw .interrupted
        case SIGTERM, SIGHUP, SIGQUIT:
            try close()
            throw .terminated(signal)
        case SIGTSTP:
            try close()
            SignalPipe.raiseUnhandled(SIGTSTP)
            SignalPipe.handle([SIGTSTP])
        case SIGCONT:
            hasResumed = true
            // Others have written meanwhile: what stood is left above, and a new block begins.
            try Output.draw(painter.finish())
            muteKeys()
            needsDrawing = shown != nil
        default: needsDrawing = shown != nil
        }
    }
}
