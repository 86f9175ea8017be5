import Glibc
import Synchronization
import Unix

/// What a signal that ends the program does: the process ends at once as long as there is nothing
/// to finish, which a large store may take long to migrate to; once the daemon serves, it is asked
/// to stop.
final class StopRequest: Sendable {
    /// The exit status as long as there is nothing to finish, by the signal.
    enum Ending: Int, AtomicRepresentable {
        /// 0: it did not serve, and need not.
        case success
        /// 128 and the signal's number, as a shell has it: what was asked for has not been found
        /// out.
        case interrupted
        case none
    }

    private let ending = Atomic(Ending.success)
    private let (requests, requested) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingOldest(1)
    )

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

    func endsProcess(_ ending: Ending) {
        self.ending.store(ending, ordering: .sequentiallyConsistent)
    }

    /// Returns once the daemon is asked to stop, or this task is cancelled.
    func wait() async {
        for await _ in requests {
            return
        }
    }
}
