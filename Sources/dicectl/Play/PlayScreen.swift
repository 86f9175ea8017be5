/// How `play` shows its state: drawn on the whole screen, or told in sentences.
protocol PlayScreen: AnyObject {
    /// Whether dice move on it.
    var isMoving: Bool { get }
    /// Shows the state as it is now. Returns where everything is on the screen.
    func show(_ state: PlayState, on terminal: FullScreen) throws(CommandError)
        -> PlayLayout
}
