import Glibc
import Logging

/// SIGUSR1, after which a program logs more, and SIGUSR2, after which it logs less.
enum LogLevelSignals {
    private final class Follower {
        let logger: Logger
        let start: Logger.Level

        init(_ logger: Logger) {
            self.logger = logger
            start = logger.logLevel
        }
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGUSR1)
        sigaddset(&set, SIGUSR2)
        return set
    }

    /// Makes the signals wait. To be called before the first thread starts: until then they end the
    /// process.
    static func block() {
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Starts a thread that changes the level at each signal and logs the new one, for as long as
    /// the process lives.
    static func follow(_ logger: Logger) {
        let follower = Unmanaged.passRetained(Follower(logger))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { follower in
                guard let follower else { return nil }
                LogLevelSignals.wait(
                    Unmanaged<Follower>.fromOpaque(follower).takeRetainedValue()
                )
            },
            follower.toOpaque()
        )
        guard code == 0 else { return follower.release() }
        pthread_detach(thread)
    }

    private static func wait(_ follower: Follower) -> Never {
        var set = set
        var signal: Int32 = 0
        while true {
            guard sigwait(&set, &signal) == 0 else { continue }
            let level = LogThreshold.process.step(
                toMore: signal == SIGUSR1,
                from: follower.start
            )
            // Shown at every level.
            follower.logger.log(level: max(.notice, level), "the log level is \(level)")
        }
    }
}
