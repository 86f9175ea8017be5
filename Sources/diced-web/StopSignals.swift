internal import Glibc

/// The signals that end the program. They are kept back from the moment that the value is made, for the thread that waits.
struct StopSignals {
    private var set = sigset_t()

    init() {
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Blocks until one has come.
    func wait() {
        var (set, signal) = (set, Int32(0))
        while sigwait(&set, &signal) != 0 {}
    }

    /// Ends the wait, as SIGTERM does.
    static func raise() { kill(getpid(), SIGTERM) }
}
