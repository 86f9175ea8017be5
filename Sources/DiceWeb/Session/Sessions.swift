import DiceModel
import DiceWire
import Logging
import NIOCore

/// The open pages. Confined to one event loop.
final class Sessions {
    private var open: [ObjectIdentifier: WebSocketSession] = [:]
    /// Called when a page opens or closes.
    var changed: () -> Void = {}

    var count: Int { open.count }

    func opened(_ session: WebSocketSession) {
        open[ObjectIdentifier(session)] = session
        changed()
    }

    func closed(_ session: WebSocketSession) {
        open[ObjectIdentifier(session)] = nil
        changed()
    }

    /// Ends the pages opened by links of this maker; returns their number.
    func endAll(of maker: String) -> Int {
        let theirs = open.values.filter { $0.link?.maker == maker }
        for session in theirs {
            session.end(SessionEnd(.tokenRevoked))
        }
        return theirs.count
    }

    /// Ends the pages of an origin that is no longer served.
    func endAll(at origin: Origin) {
        for session in open.values where session.origin == origin {
            session.end(.stopping)
        }
    }

    /// Ends all pages when the program stops.
    func stop() {
        for session in open.values {
            session.end(.stopping)
        }
    }
}

extension WebSocketSession {
    /// The dependencies of each session.
    struct Dependencies {
        var issuer: LinkIssuer
        /// The bots of hosts' pages; `nil` if a page cannot start any.
        var bots: HostBots?
        var sessions: Sessions
        /// Connects to the daemon, with this handler on the connection.
        var connect: (_ handler: DaemonHandler, any EventLoop) -> EventLoopFuture<any Channel>
        var now: @Sendable () -> Timestamp
        var logger: Logger
        var times = WebTimes()
    }
}
