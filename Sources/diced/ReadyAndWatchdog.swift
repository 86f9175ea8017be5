import DiceServer
import Logging
import NIOCore
import Systemd

extension SupervisorCallbacks {
    /// How long one step of a stop may take before the service manager gives up; longer than
    /// `ForcedExit` waits.
    private static let longestStep = Duration.seconds(5)

    /// Tells the service manager, and ends a stop that makes no progress.
    /// - Parameters:
    ///   - eventLoop: the one that stops.
    ///   - watchdog: after how long in silence the manager ends the daemon; `nil` if it never does.
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
