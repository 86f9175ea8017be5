import DiceModel
import Logging
import NIOCore

/// The pages that are open. Of one event loop.
final class Sessions {
    private var open: [ObjectIdentifier: WebSocketSession] = [:]
    /// Called if one comes or goes.
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

    /// Ends those that a link of this maker has opened; returns how many there were.
    func endAll(of maker: String) -> Int {
        let theirs = open.values.filter { $0.link?.maker == maker }
        for session in theirs {
            session.end(SessionEnd(.tokenRevoked))
        }
        return theirs.count
    }

    /// Ends all, because the program does.
    func stop() {
        for session in open.values {
            session.end(.stopping)
        }
    }
}

extension WebSocketSession {
    /// What each session is given.
    struct Dependencies {
        var issuer: LinkIssuer
        var sessions: Sessions
        /// Connects to the daemon, with this handler on the connection.
        var connect: (_ handler: DaemonHandler, any EventLoop) -> EventLoopFuture<any Channel>
        var now: @Sendable () -> Timestamp
        var logger: Logger
        var times = WebTimes()
    }
}
