package import DiceModel
package import DiceWire
package import Unix

/// The configuration of the page's server.
package struct WebConfiguration: Sendable {
    /// The daemon's socket.
    package var daemon: SocketPath
    /// True for a shared daemon. A link is then valid only for the user who asks for it.
    package var isShared = false
    /// True to start the user's own daemon if none is listening.
    package var startsDaemon = false
    /// The public URL of the page; `nil` without one.
    package var publicURL: Origin?
    /// True if the bound address is on a local network.
    package var isOnLocalNetwork = false
    /// The folder that holds the key for links.
    package var stateFolder: String
    /// The login name of the user that this process is running as.
    package var ownName: String
    /// Returns the login name of a user; `nil` if there is none. May block.
    package var loginName: @Sendable (_ uid: UInt32) -> String? = {
        LoginName.of(uid: $0)
    }
    package var limits = WebLimits()
    package var times = WebTimes()
    /// The time without open pages and without valid links after which the server ends; `nil` for
    /// never.
    package var idleExit: Duration?
    package var now: @Sendable () -> Timestamp
}
