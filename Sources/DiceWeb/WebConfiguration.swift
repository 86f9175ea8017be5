public import DiceModel
public import Unix

/// How a page is served.
public struct WebConfiguration: Sendable {
    /// The daemon's socket.
    public var daemon: SocketPath
    /// Whether it is one that users share: then a link is for the user who asks for it, and for nobody else.
    public var isShared: Bool
    /// Whether a daemon of the user's own is started where none listens.
    public var startsDaemon: Bool
    /// How the page is reached from elsewhere; nil where it is not.
    public var publicURL: Origin?
    /// Where the key of the links is kept.
    public var stateFolder: String
    /// The login name of the user that this process runs as.
    public var ownName: String
    /// The login name of a user; nil where there is none. It may block.
    public var loginName: @Sendable (_ uid: UInt32) -> String?
    public var limits: WebLimits
    public var times = WebTimes()
    /// After how long without a page, and with no link left that one could be opened by, the server ends; nil for never.
    public var idleExit: Duration?
    public var now: @Sendable () -> Timestamp

    public init(
        daemon: SocketPath, isShared: Bool = false, startsDaemon: Bool = false, publicURL: Origin? = nil,
        stateFolder: String, ownName: String,
        loginName: @escaping @Sendable (UInt32) -> String? = { LoginName.of(uid: $0) }, limits: WebLimits = WebLimits(),
        idleExit: Duration? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        self.daemon = daemon
        self.isShared = isShared
        self.startsDaemon = startsDaemon
        self.publicURL = publicURL
        self.stateFolder = stateFolder
        self.ownName = ownName
        self.loginName = loginName
        self.limits = limits
        self.idleExit = idleExit
        self.now = now
    }
}
