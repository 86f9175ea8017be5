/// The table drawn on the alternate screen.
final class DrawnPlay: PlayScreen {
    private let screen: FullScreen
    private let glyphs: Glyphs
    private let motion: Motion
    private var frozenDice = FrozenDice()

    init(traits: TerminalTraits, motion: Motion, environment: [String: String]) {
        screen = FullScreen(palette: traits.palette, environment: environment)
        glyphs = traits.glyphs
        self.motion = motion
    }

    func enter() throws(CommandError) { try screen.enter() }
    func leave() throws(CommandError) { try screen.leave() }

    func show(_ state: PlayState) throws(CommandError) -> PlayLayout {
        var shown = state
        shown.table = state.table.map { frozenDice.shown($0, motion) }
        let layout = PlayLayout(shown, size: screen.size, glyphs: glyphs)
        try screen.paint(layout.draw(motion))
        return layout
    }

    func react(to signal: Int32) throws(CommandError) { try screen.react(to: signal) }
    func read() -> [UInt8]? { screen.read() }
    var isMoving: Bool { motion == .full }
}
