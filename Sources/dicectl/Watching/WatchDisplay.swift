internal import DiceClient
internal import DiceModel
internal import DiceWire

/// Where `watch` shows what it sees.
protocol WatchDisplay: AnyObject {
    /// The table as it is: at first, and whenever the daemon is back.
    func show(_ snapshot: TableSnapshot, _ line: ServerLine) throws(Failure)
    /// Something happened. The notification is nil where this version does not know it.
    func show(_ notification: Notification?, _ line: ServerLine) throws(Failure)
    /// The daemon is gone. Called once each time.
    func showGone() throws(Failure)
    /// Waits for a line of the daemon; nil when the deadline passes first.
    func next(from client: Client?, by deadline: Deadline) throws(Failure) -> ServerLine?
    /// Leaves what is shown as it is, for good.
    func close() throws(Failure)
    /// How it is to be told of what dice show in passing.
    var frames: FrameKind { get }
    /// Whether the process was stopped meanwhile, so that what it is told may be old; asked once each time.
    func takeResumption() -> Bool
}

extension WatchDisplay {
    var frames: FrameKind { .plan }
    func takeResumption() -> Bool { false }
}
