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

/// Ends the process when stopping makes no progress: a disk that does not answer, another program that holds the store.
final class ForcedExit: Sendable {
    private let looks = Atomic(0)
    private let interval: TimeAmount
    private let patience: Int
    private let exit: @Sendable () -> Void

    /// - Parameters:
    ///   - interval: how often progress is looked for.
    ///   - patience: with how many looks in a row that found none the process ends. More than one, since a process that
    ///     was stopped itself has made none either.
    init(
        interval: TimeAmount = .seconds(1), patience: Int = 3,
        exit: @escaping @Sendable () -> Void = { _exit(EXIT_FAILURE) }
    ) {
        (self.interval, self.patience, self.exit) = (interval, patience, exit)
    }

    /// Looks from now on. Everything that was acknowledged is stored already, so nothing is lost by the exit.
    /// - Parameter progressed: called at each look that found progress.
    func start(on eventLoop: any EventLoop, _ logger: Logger, progressed: @escaping @Sendable () -> Void) {
        eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { task in
            switch self.looks.add(1, ordering: .relaxed).newValue {
            case ..<0: task.cancel()
            case 1: progressed()
            case self.patience:
                logger.error("stopping makes no progress; ending now")
                self.exit()
                task.cancel()
            default: break
            }
        }
    }

    /// Something has been stored or sent.
    func progress() { looks.store(0, ordering: .relaxed) }

    /// Does what is done last, with all of the patience for it. From then on the process may take its time to end.
    func last(_ step: () async throws -> Void) async rethrows {
        progress()
        try await step()
        looks.store(.min, ordering: .relaxed)
    }
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
