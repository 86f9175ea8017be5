import DiceServer
import Glibc
import Logging
import NIOCore
import Synchronization
import Systemd
import Unix

/// What a signal that ends the program does: the process ends at once as long as there is nothing to finish, which a
/// large store may take long to migrate to; once the daemon serves, it is asked to stop.
final class StopRequest: Sendable {
    /// The exit status as long as there is nothing to finish, by the signal.
    enum Ending: Int, AtomicRepresentable {
        /// 0: it did not serve, and need not.
        case success
        /// 128 and the signal's number, as a shell has it: what was asked for has not been found out.
        case interrupted
        case none
    }

    private let ending = Atomic(Ending.success)
    private let (requests, requested) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))

    /// Passes each signal on, for as long as the process lives.
    func follow(_ signals: StopSignals) -> Never {
        while true {
            let signal = signals.wait()
            switch ending.load(ordering: .sequentiallyConsistent) {
            case .success: _exit(EXIT_SUCCESS)
            case .interrupted: _exit(128 + signal)
            case .none: requested.yield()
            }
        }
    }

    func endsProcess(_ ending: Ending) { self.ending.store(ending, ordering: .sequentiallyConsistent) }

    /// Returns once the daemon is asked to stop, or this task is cancelled.
    func wait() async { for await _ in requests { return } }
}

extension SupervisorCallbacks {
    /// How long one step of a stop may take before the service manager gives up; longer than `ForcedExit` waits.
    private static let longestStep = Duration.seconds(5)

    /// Tells the service manager, and ends a stop that makes no progress.
    /// - Parameters:
    ///   - eventLoop: the one that stops.
    ///   - watchdog: after how long in silence the manager ends the daemon; nil if it never does.
    init(
        _ notifier: ServiceNotifier, _ forcedExit: ForcedExit, on eventLoop: any EventLoop, watchdog: Duration?,
        _ logger: Logger
    ) {
        self.init()
        ready = { notifier.ready(status: $0) }
        status = { notifier.status($0) }
        stopping = {
            notifier.stopping(status: "stopping")
            forcedExit.start(on: eventLoop, logger) { notifier.extendTimeout(by: Self.longestStep) }
        }
        stoppingProgress = { forcedExit.progress() }
        alive = { notifier.watchdog() }
        aliveInterval = watchdog.map { $0 / 2 }
    }
}
