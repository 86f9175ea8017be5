package import DiceClient
package import DiceFollowing
package import DiceModel
package import DiceWire

/// The command that runs the full screen or the bot: it knows the way to the daemon, and the words
/// of the command line.
package protocol PlayHost {
    /// The name that a daemon run by the same user gives a player by default.
    var login: String { get }
    /// True if the shared daemon is selected.
    var isShared: Bool { get }
    /// True if a daemon is started when none is listening.
    var startsDaemon: Bool { get }
    /// The command to run on another machine; `nil` for this machine.
    var remote: RemoteCommand? { get throws(CommandError) }

    /// Connects, after starting a daemon if none is listening.
    func connect() throws(CommandError) -> Client
    /// Starts ssh without prompts and does not wait.
    func begin(_ remote: RemoteCommand, startsDaemon: Bool) throws(ClientError) -> Client
    /// Returns a follower, which watches tables across restarts of the daemon.
    func follower(
        _ client: Client,
        _ tables: [TableName],
        frames: FrameKind,
        as name: String?,
        confinement: ConfineParams?,
        sheets: Bool
    ) -> Follower
    /// Reads a line of throws by `player`, all of which can be thrown. Returns `nil` if the line
    /// depends on the saved rolls and they are unknown.
    func throwing(_ line: String, by player: String, among rolls: [SavedRoll]?)
        throws(EntryLine.Mistake) -> [TypedThrow]?
}
