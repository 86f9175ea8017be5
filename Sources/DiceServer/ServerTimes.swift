/// How long the daemon waits for what.
public struct ServerTimes: Sendable {
    /// How long contributors have to reveal what they have promised.
    public var reveal = Duration.seconds(1)
    /// How long watchers come and go before all are told.
    public var counting = Duration.seconds(1)
    /// How long changes of the list of tables are gathered.
    public var listing = Duration.seconds(1)
    /// How long changes of the status are gathered.
    public var status = Duration.seconds(1)
    /// How long nothing must change before room is given back.
    public var quiet = Duration.seconds(20)
    /// How long after a change of its folder the socket is looked for: a folder takes several changes to go.
    public var socketCheck = Duration.milliseconds(200)
    /// After how long a client that is to be closed must have taken something of what it is owed.
    public var linger = Duration.seconds(1)

    /// The usual ones.
    public init() {}
}
