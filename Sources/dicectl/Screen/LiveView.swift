import DiceClient
import Glibc

/// Tables or throws drawn in place.
final class LiveView: TerminalHost {
    private let environment: [String: String]
    private let drawing: TableDrawing
    private let motion: Motion
    private var frozenDice = FrozenDice()
    private var painter: InPlacePainter
    private var modes: TerminalModes?
    /// What draws it in a room.
    private var shown: ((Size) -> CellBuffer)?
    private var needsDrawing = false
    /// When dice show another value by what was told of them in advance; nil if none will.
    private var nextChange: (_ after: Duration) -> Duration? = { _ in nil }
    private var nextMove = Deadline.never
    private var hasResumed = false
    private var nextDrawing = Deadline.now

    init(traits: TerminalTraits, motion: Motion, environment: [String: String]) {
        self.environment = environment
        self.motion = motion
        drawing = TableDrawing(glyphs: traits.glyphs, motion: motion)
        painter = InPlacePainter(encoder: Encoder(palette: traits.palette))
        SignalPipe.handle(Self.signals)
        muteKeys()
    }

    private func muteKeys() {
        modes = TerminalModes(
            .unseen,
            of: STDOUT_FILENO,
            former: modes,
            farewell: InPlacePainter.farewell
        )
    }

    /// Has `tables` drawn as soon as the pace allows.
    func show(_ tables: [TableState]) {
        let moving = tables.map { frozenDice.shown($0, motion) }
        let drawing = TablesDrawing(drawing: drawing)
        nextChange = { now in moving.compactMap { $0.nextChange(after: now) }.min() }
        show { size in
            let now = ScreenClock.now
            return drawing.draw(moving.map { $0.advanced(to: now) }, in: size)
        }
    }

    /// Has these throws of the table drawn as soon as the pace allows.
    func show(_ throws: ThrowMatcher, at table: TableState) {
        let drawing = ThrowsDrawing(drawing: drawing.throwDrawing)
        nextChange = table.nextChange
        show {
            drawing.inOrder(
                `throws`.shown(at: table.advanced(to: ScreenClock.now)),
                in: $0
            )
        }
    }

    private func show(_ draw: @escaping (Size) -> CellBuffer) {
        shown = draw
        needsDrawing = true
    }

    /// The rows that a drawing may have.
    var rows: Int {
        InPlacePainter.room(in: Window.size(environment: environment)).rows
    }

    /// Reacts to signals, and draws what is due. Returns when there is something to do again.
    /// Throws `interrupted` or `terminated` after giving the terminal back.
    func turn() throws(CommandError) -> Deadline {
        for signal in SignalPipe.take() {
            try react(to: signal)
            needsDrawing = shown != nil
        }
        if nextMove.hasPassed {
            needsDrawing = true
        }
        if needsDrawing, nextDrawing.hasPassed {
            try draw()
        }
        return needsDrawing ? nextDrawing : nextMove
    }

    /// Whether the process was stopped and goes on, so that what it has been told may be old; said
    /// once each time.
    func takeResumption() -> Bool {
        defer {
            hasResumed = false
        }
        return hasResumed
    }

    private func draw() throws(CommandError) {
        guard needsDrawing, let shown else { return }
        let window = Window.size(environment: environment)
        let bytes = painter.paint(
            shown(InPlacePainter.room(in: window)),
            window: window
        )
        if !bytes.isEmpty {
            try Output.draw(bytes)
        }
        needsDrawing = false
        nextDrawing = .after(ScreenClock.interval)
        // Dice that do not tumble on the screen need no drawing between the daemon's lines.
        let now = ScreenClock.now
        let next = motion == .full ? nextChange(now) : nil
        nextMove = next.map { .after($0 - now) } ?? .never
    }

    /// Draws what was shown last, leaves it standing and gives the terminal back.
    func close() throws(CommandError) {
        defer {
            modes.take()?.restore()
        }
        try draw()
        try Output.draw(painter.finish())
    }

    func leave() throws(CommandError) {
        try close()
    }

    func comeBack() throws(CommandError) {
        hasResumed = true
        // Others have written meanwhile: what stood is left above, and a new block begins.
        try Output.draw(painter.finish())
        muteKeys()
    }
}
