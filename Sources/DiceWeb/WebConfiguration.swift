package import DiceModel
package import Unix

/// How a page is served.
package struct WebConfiguration: Sendable {
    /// The daemon's socket.
    package var daemon: SocketPath
    /// Whether it is one that users share: then a link is for the user who asks for it, and for
    /// nobody else.
    package var isShared = false
    /// Whether to start the user's own daemon if none listens.
    package var startsDaemon = false
    /// How the page is reached from elsewhere; nil if it is not.
    package var publicURL: Origin?
    /// Whether a local network reaches it, at the address that is listened on.
    package var isOnLocalNetwork = false
    /// Where the key of the links is kept.
    package var stateFolder: String
    /// The login name of the user that this process runs as.
    package var ownName: String
    /// The login name of a user; nil if there is none. It may block.
    package var loginName: @Sendable (_ uid: UInt32) -> String? = {
        LoginName.of(uid: $0)
    }
    package var limits = WebLimits()
    package var times = WebTimes()
    /// After how long without a page, and with no link left that one could be opened by, the server
    /// ends; nil for never.
    package var idleExit: Duration?
    package var now: @Sendable () -> Timestamp
}
