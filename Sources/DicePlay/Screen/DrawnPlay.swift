package import DiceDrawing
package import DiceFollowing

/// Draws the table on the alternate screen.
package final class DrawnPlay: PlayScreen {
    private let glyphs: Glyphs
    private let motion: Motion
    private var frozenDice = FrozenDice()

    package init(glyphs: Glyphs, motion: Motion) {
        self.glyphs = glyphs
        self.motion = motion
    }

    package var isMoving: Bool { motion == .full }

    package func show(_ state: PlayState, on terminal: FullScreen) throws(CommandError)
        -> PlayLayout
    {
        var shown = state
        shown.table = state.table.map { frozenDice.shown($0, motion) }
        let layout = PlayLayout(shown, size: terminal.size, glyphs: glyphs)
        try terminal.paint(layout.draw(motion))
        return layout
    }
}
