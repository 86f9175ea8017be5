internal import DiceModel
internal import Logging
internal import NIOCore

extension Bridge {
    /// What bridges have in common.
    struct Surroundings {
        var office: LinkOffice
        var sessions: Sessions
        /// Connects to the daemon, with this handler on the connection.
        var connect: (_ handler: DaemonHandler, any EventLoop) -> EventLoopFuture<any Channel>
        var now: @Sendable () -> Timestamp
        var logger: Logger
        var times = WebTimes()
    }
}
