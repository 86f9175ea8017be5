internal import DiceClient

/// Where `play` shows its state: drawn on the whole screen, or told in sentences.
protocol PlayScreen: AnyObject {
    /// Has the terminal ready for keys.
    func enter() throws(Failure)
    func leave() throws(Failure)
    /// Shows the state as it is now.
    func show(_ state: PlayState) throws(Failure)
    func react(to signal: Int32) throws(Failure)
    func read() -> [UInt8]?
    func layout(of state: PlayState) -> PlayLayout
    /// Whether dice move on it.
    var isMoving: Bool { get }
}

/// The table drawn on the alternate screen.
final class DrawnPlay: PlayScreen {
    private let screen: FullScreen
    private let drawing: PlayDrawing
    private var stillness = Stillness()

    init(traits: TerminalTraits, motion: Motion, environment: [String: String]) {
        screen = FullScreen(palette: traits.palette, environment: environment)
        drawing = PlayDrawing(glyphs: traits.glyphs, motion: motion)
    }

    func enter() throws(Failure) { try screen.enter() }
    func leave() throws(Failure) { try screen.leave() }

    func show(_ state: PlayState) throws(Failure) {
        var shown = state
        shown.table = state.table.map { stillness.shown($0, drawing.motion) }
        try screen.paint(drawing.draw(shown, in: screen.size))
    }

    func react(to signal: Int32) throws(Failure) { try screen.react(to: signal) }
    func read() -> [UInt8]? { screen.read() }
    func layout(of state: PlayState) -> PlayLayout { PlayLayout(state, size: screen.size, glyphs: drawing.glyphs) }
    var isMoving: Bool { drawing.motion == .full }
}
