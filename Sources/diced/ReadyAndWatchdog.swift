import DiceServer
import Logging
import NIOCore
import Systemd

extension SupervisorCallbacks {
    /// The maximum time of one shutdown step before the service manager gives up; longer than
    /// `ForcedExit` waits.
    private static let longestStep = Duration.seconds(5)

    /// Reports to the service manager, and ends a shutdown that makes no progress.
    /// - Parameters:
    ///   - eventLoop: the loop that stops.
    ///   - watchdog: the silence after which the manager kills the daemon; `nil` for never.
    init(
        _ notifier: ServiceNotifier,
        _ forcedExit: ForcedExit,
        on eventLoop: any EventLoop,
        watchdog: Duration?,
        _ logger: Logger
    ) {
        self.init()
        ready = { notifier.ready(status: $0) }
        status = { notifier.status($0) }
        stopping = {
            notifier.stopping(status: "stopping")
            forcedExit.start(on: eventLoop, logger) {
                notifier.extendTimeout(by: Self.longestStep)
            }
        }
        stoppingProgress = { forcedExit.progress() }
        alive = { notifier.watchdog() }
        aliveInterval = watchdog.map { $0 / 2 }
    }
}
