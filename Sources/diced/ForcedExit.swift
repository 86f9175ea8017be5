import Glibc
import Logging
import NIOCore
import Synchronization

/// Ends the process if a shutdown makes no progress, for example because a disk does not answer or
/// another program locks the store.
final class ForcedExit: Sendable {
    private let looks = Atomic(0)
    private let interval: TimeAmount
    private let patience: Int
    private let exit: @Sendable () -> Void

    /// - Parameters:
    ///   - interval: the interval between checks of progress.
    ///   - patience: the number of checks without progress after which the process exits. More than
    ///     one, because a process that was suspended has made no progress either.
    init(
        interval: TimeAmount = .seconds(1),
        patience: Int = 3,
        exit: @escaping @Sendable () -> Void = { _exit(EXIT_FAILURE) }
    ) {
        self.interval = interval
        self.patience = patience
        self.exit = exit
    }

    /// Starts the checks. Everything acknowledged is already stored, so the exit loses nothing.
    /// - Parameter progressed: called at each check that found progress.
    func start(
        on eventLoop: any EventLoop,
        _ logger: Logger,
        progressed: @escaping @Sendable () -> Void
    ) {
        eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { task in
            switch self.looks.add(1, ordering: .relaxed).newValue {
            case ..<0: task.cancel()
            case 1: progressed()
            case self.patience:
                logger.error("stopping makes no progress; exiting now")
                self.exit()
                task.cancel()
            default: break
            }
        }
    }

    /// Notes that something has been stored or sent.
    func progress() {
        looks.store(0, ordering: .relaxed)
    }

    /// Runs the last step with the full patience, then ends the checks: the process may then take
    /// its time to exit.
    func last(_ step: () async throws -> Void) async rethrows {
        progress()
        try await step()
        looks.store(.min, ordering: .relaxed)
    }
}
