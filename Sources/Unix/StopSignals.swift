import CSpawn
import Glibc

/// The signals that end the program. They are blocked at initialization and delivered to the thread
/// that waits. Create the instance before any other thread starts.
public struct StopSignals: Sendable {
    private var set = sigset_t()

    public init() {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for a signal and returns it.
    @discardableResult
    public func wait() -> Int32 {
        var set = set
        var signal = Int32(0)
        while sigwait(&set, &signal) != 0 {}
        return signal
    }

    /// Returns a descriptor that becomes readable when a signal arrives, for poll(2).
    public func descriptor() throws(SystemError) -> Descriptor {
        var set = set
        return try Descriptor(
            checking: signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        )
    }

    /// Ends the wait like SIGTERM.
    public static func raise() {
        kill(getpid(), SIGTERM)
    }
}
