internal import Glibc
internal import Logging
internal import NIOCore
internal import Synchronization

/// Ends the process when stopping makes no progress: a disk that does not answer, another program that holds the store.
final class ForcedExit: Sendable {
    /// How often progress is looked for.
    private static let interval = TimeAmount.seconds(1)
    /// With how many looks in a row that found none the process ends. More than one, since a process that was stopped
    /// itself has made none either.
    private static let patience = 3

    private let looks = Atomic(0)
    private let exit: @Sendable () -> Void

    init(exit: @escaping @Sendable () -> Void = { _exit(EXIT_FAILURE) }) {
        self.exit = exit
    }

    /// Looks from now on. Everything that was acknowledged is stored already, so nothing is lost by the exit.
    ///
    /// - Parameter progressed: called at each look that found progress.
    func start(on eventLoop: any EventLoop, _ logger: Logger, progressed: @escaping @Sendable () -> Void) {
        eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { task in
            switch self.looks.add(1, ordering: .relaxed).newValue {
            case ..<0: task.cancel()
            case 1: progressed()
            case Self.patience:
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

    /// All is done: from now on the process may take its time to end.
    func cancel() {
        looks.store(.min, ordering: .relaxed)
    }
}
