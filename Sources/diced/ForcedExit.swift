import Glibc
import Logging
import NIOCore
import Synchronization

/// Ends the process when stopping makes no progress: a disk that does not answer, another program
/// that holds the store.
final class ForcedExit: Sendable {
    private let looks = Atomic(0)
    private let interval: TimeAmount
    private let patience: Int
    private let exit: @Sendable () -> Void

    /// - Parameters:
    ///   - interval: how often progress is looked for.
    ///   - patience: with how many looks in a row that found none the process ends. More than one,
    ///     since a process that was stopped itself has made none either.
    init(
        interval: TimeAmount = .seconds(1),
        patience: Int = 3,
        exit: @escaping @Sendable () -> Void = { _exit(EXIT_FAILURE) }
    ) {
        self.interval = interval
        self.patience = patience
        self.exit = exit
    }

    /// Looks from now on. Everything that was acknowledged is stored already, so nothing is lost by
    /// the exit.
    /// - Parameter progressed: called at each look that found progress.
    func start(
        on eventLoop: any EventLoop,
        _ logger: Logger,
        progressed: @escaping @Sendable () -> Void
    ) {
        eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) {
            task in
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
    func progress() {
        looks.store(0, ordering: .relaxed)
    }

    /// Does what is done last, with all of the patience for it. From then on the process may take
    /// its time to end.
    func last(_ step: () async throws -> Void) async rethrows {
        progress()
        try await step()
        looks.store(.min, ordering: .relaxed)
    }
}
