import DiceClient
package import DiceDrawing
package import DiceModel
import Glibc

/// Tables or throws drawn in place.
package final class LiveView: TerminalHost {
    private let environment: EnvironmentVariables
    private let drawing: TableDrawing
    private let motion: Motion
    private var frozenDice = FrozenDice()
    private var painter: InPlacePainter
    private var modes: TerminalModes?
    /// Draws the current content in a space of the given size.
    private var shown: ((Size) -> CellBuffer)?
    private var needsDrawing = false
    /// Returns when, by the plans received, a die shows another value; `nil` if none will.
    private var nextChange: (_ after: Duration) -> Duration? = { _ in nil }
    private var nextMove = Deadline.never
    private var hasResumed = false
    private var nextDrawing = Deadline.now

    package init(traits: TerminalTraits, motion: Motion, environment: EnvironmentVariables) {
        self.environment = environment
        self.motion = motion
        drawing = TableDrawing(glyphs: traits.glyphs, motion: motion)
        painter = InPlacePainter(encoder: Encoder(palette: traits.palette))
        SignalPipe.handle(Self.signals)
        muteKeys()
    }

    private func muteKeys() {
        modes = TerminalModes(
            .hidden,
            of: STDOUT_FILENO,
            former: modes,
            farewell: InPlacePainter.farewell
        )
    }

    /// Draws `tables` as soon as the frame rate allows.
    package func show(_ tables: [TableState]) {
        let moving = tables.map { frozenDice.shown($0, motion) }
        let drawing = TablesDrawing(drawing: drawing)
        nextChange = { now in moving.compactMap { $0.nextChange(after: now) }.min() }
        show { size in
            let now = ScreenClock.now
            return drawing.draw(moving.map { $0.advanced(to: now) }, in: size)
        }
    }

    /// Draws these throws of the table as soon as the frame rate allows.
    ///
    /// - Parameter isList: true to draw them as one list, sorted by total.
    package func show(_ throws: ThrowMatcher, at table: TableState, isList: Bool = false) {
        let drawing = drawing.throwDrawing(at: table)
        nextChange = table.nextChange
        show { size in
            let shown = `throws`.shown(at: table.advanced(to: ScreenClock.now))
            return isList
                ? ThrowListDrawing(drawing: drawing).draw(shown, in: size)
                : ThrowsDrawing(drawing: drawing).inOrder(shown, in: size)
        }
    }

    /// Returns true if a list of these throws fits into the space for a drawing.
    package func fits(_ results: [ThrowResult]) -> Bool {
        ThrowListDrawing.fits(
            results.map { ThrowFrame($0) },
            in: InPlacePainter.room(in: Window.size(environment: environment))
        )
    }

    private func show(_ draw: @escaping (Size) -> CellBuffer) {
        shown = draw
        needsDrawing = true
    }

    /// The number of rows available to a drawing.
    package var rows: Int {
        InPlacePainter.room(in: Window.size(environment: environment)).rows
    }

    /// Handles signals and draws whatever is due. Returns the time of the next work. Throws
    /// `interrupted` or `terminated` after restoring the terminal.
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

    /// Returns true once after each stop and continuation of the process, when its state may be out
    /// of date.
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
        // Without animation, drawing is only needed after notifications.
        let now = ScreenClock.now
        let next = motion == .full ? nextChange(now) : nil
        nextMove = next.map { .after($0 - now) } ?? .never
    }

    /// Draws the last content, leaves it on the screen and restores the terminal.
    package func close() throws(CommandError) {
        defer {
            modes.take()?.restore()
        }
        try draw()
        try Output.draw(painter.finish())
    }

    package func leave() throws(CommandError) {
        try close()
    }

    package func comeBack() throws(CommandError) {
        hasResumed = true
        // Others have written to the terminal meanwhile: the old block remains above, and a new one
        // begins.
        try Output.draw(painter.finish())
        muteKeys()
    }
}
