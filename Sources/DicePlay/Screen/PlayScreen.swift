package import DiceFollowing

/// The output of `play`: drawn on the whole screen, or spoken in sentences.
package protocol PlayScreen: AnyObject {
    /// True if dice are animated on it.
    var isMoving: Bool { get }
    /// Shows the current state and returns the layout of the screen.
    func show(_ state: PlayState, on terminal: FullScreen) throws(CommandError)
        -> PlayLayout
}
