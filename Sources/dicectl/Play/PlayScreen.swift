/// Where `play` shows its state: drawn on the whole screen, or told in sentences.
protocol PlayScreen: AnyObject {
    /// Has the terminal ready for keys.
    func enter() throws(CommandError)
    func leave() throws(CommandError)
    /// Shows the state as it is now. Returns where everything is on the screen.
    func show(_ state: PlayState) throws(CommandError) -> PlayLayout
    func react(to signal: Int32) throws(CommandError)
    func read() -> [UInt8]?
    /// Whether dice move on it.
    var isMoving: Bool { get }
}
