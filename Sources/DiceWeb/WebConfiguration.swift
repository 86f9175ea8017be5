package import DiceModel
import Glibc
package import Unix

/// How a page is served.
package struct WebConfiguration: Sendable {
    /// The daemon's socket.
    package var daemon: SocketPath
    /// Whether it is one that users share: then a link is for the user who asks for it, and for nobody else.
    package var isShared: Bool
    /// Whether to start the user's own daemon if none listens.
    package var startsDaemon: Bool
    /// How the page is reached from elsewhere; nil if it is not.
    package var publicURL: Origin?
    /// Whether a local network reaches it, at the address that is listened on.
    package var isOnLocalNetwork: Bool
    /// Where the key of the links is kept.
    package var stateFolder: String
    /// The login name of the user that this process runs as.
    package var ownName: String
    /// The login name of a user; nil if there is none. It may block.
    package var loginName: @Sendable (_ uid: UInt32) -> String?
    package var limits: WebLimits
    package var times = WebTimes()
    /// After how long without a page, and with no link left that one could be opened by, the server ends; nil for never.
    package var idleExit: Duration?
    package var now: @Sendable () -> Timestamp

    package init(
        daemon: SocketPath, isShared: Bool = false, startsDaemon: Bool = false, publicURL: Origin? = nil,
        isOnLocalNetwork: Bool = false, stateFolder: String, ownName: String,
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
        (self.isOnLocalNetwork, self.idleExit, self.now) = (isOnLocalNetwork, idleExit, now)
    }
}

/// How long the page's server waits for what.
package struct WebTimes: Sendable {
    /// How long a request's head may take to arrive.
    package var head = Duration.seconds(10)
    /// How long the answer may then take to be read.
    package var answer = Duration.seconds(30)
    /// How long a page's token may take.
    package var token = Duration.seconds(10)
    /// How often a browser is asked whether it is there.
    package var ping = Duration.seconds(30)
    /// After how long without a word of it a browser is gone.
    package var silence = Duration.seconds(90)
    /// How long a browser may take to close.
    package var close = Duration.seconds(2)
    /// How long a connection to the socket for links may last.
    package var links = Duration.seconds(60)
    /// How long pages may take to hear of the end.
    package var stop = Duration.seconds(3)

    /// The usual ones.
    package init() {}
}

/// Why the page cannot be served: a sentence for people that says what to do next.
package enum WebStartupError: ExitStatusError, Sendable, CustomStringConvertible {
    /// Another diced-web has the state folder.
    case notLocked(FileLock.Error)
    /// The shared daemon, whose group may make links, is not there.
    case noDaemon(String)
    /// The page's address cannot be listened on.
    case address(String)
    /// No local network reaches the page.
    case network(String)
    /// The state folder or the key in it cannot be used.
    case state(String)

    package var exitStatus: Int32 {
        switch self {
        case .state: EX_IOERR
        case .network: EX_UNAVAILABLE
        case .notLocked, .noDaemon, .address: EX_CANTCREAT
        }
    }

    package var description: String {
        switch self {
        case .notLocked(let failure): "\(failure)"
        case .noDaemon(let text), .address(let text), .network(let text), .state(let text): text
        }
    }
}

/// How many connections there may be.
package struct WebLimits: Sendable {
    /// The most connections in all, both pages and requests.
    package var connections: Int
    /// The most connections of one address.
    package var connectionsPerAddress: Int
    /// The most connections on the socket for links.
    package var linkConnections: Int

    /// Descriptors that no page gets.
    private static let reserve = 64
    package static let most = 4_096

    package init(connections: Int = WebLimits.most, connectionsPerAddress: Int = 64, linkConnections: Int = 16) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.linkConnections = linkConnections
    }

    /// The usual ones, or fewer if this process may open fewer files: a page takes two.
    package static func current() -> WebLimits {
        let room = (DescriptorLimit.current - reserve) / 2
        return WebLimits(connections: min(most, max(room, 1)))
    }
}
