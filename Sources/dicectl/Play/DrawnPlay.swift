import DiceDrawing
import DiceFollowing

/// Draws the table on the alternate screen.
final class DrawnPlay: PlayScreen {
    private let glyphs: Glyphs
    private let motion: Motion
    private var frozenDice = FrozenDice()

    init(glyphs: Glyphs, motion: Motion) {
        self.glyphs = glyphs
        self.motion = motion
    }

    var isMoving: Bool { motion == .full }

    func show(_ state: PlayState, on terminal: FullScreen) throws(CommandError)
        -> PlayLayout
    {
        var shown = state
        shown.table = state.table.map { frozenDice.shown($0, motion) }
        let layout = PlayLayout(shown, size: terminal.size, glyphs: glyphs)
        try terminal.paint(layout.draw(motion))
        return layout
    }
}
