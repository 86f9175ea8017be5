import Glibc
import Synchronization
import Unix

/// The response to a signal that ends the program. Before the daemon serves, the process exits at
/// once, because nothing needs to be completed and the migration of a large store may take long.
/// Once the daemon is serving, it is asked to stop.
final class StopRequest: Sendable {
    /// The exit status of an immediate exit, by the signal.
    enum Ending: Int, AtomicRepresentable {
        /// 0, because the daemon was not serving yet.
        case success
        /// 128 plus the signal's number, as in a shell: the requested result is not known.
        case interrupted
        case none
    }

    private let ending = Atomic(Ending.success)
    private let (requests, requested) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingOldest(1)
    )

    /// Forwards each signal, for the rest of the process's life.
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

    /// Returns when the daemon is asked to stop, or this task is cancelled.
    func wait() async {
        for await _ in requests {
            return
        }
    }
}
