import Glibc
import Logging

/// SIGUSR1, which makes a program log more, and SIGUSR2, which makes it log less.
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

    /// Blocks the signals. Call it before the first thread starts; before that, they kill the
    /// process.
    static func block() {
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Starts a thread that changes the level at each signal and logs the new one, for the rest of
    /// the process's life.
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
            // Logged at a level that is always shown.
            follower.logger.log(level: max(.notice, level), "the log level is \(level)")
        }
    }
}
