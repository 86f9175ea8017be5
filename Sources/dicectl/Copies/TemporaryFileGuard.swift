import Glibc
import Synchronization

/// Removes a file that is being written when a signal ends the program.
///
/// The handler makes only async-signal-safe calls (signal-safety(7)), and the signal then does what
/// it does without it.
enum TemporaryFileGuard {
    /// The address of the file's path; 0 while there is none.
    private static let armed = Atomic<UInt>(0)

    static func arm(_ path: String) {
        disarm()
        armed.store(UInt(bitPattern: strdup(path)), ordering: .sequentiallyConsistent)
        // A file that may not grow is an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            SignalPipe.setHandler(of: number) { number in
                if let path = TemporaryFileGuard.take() {
                    unlink(path)
                }
                SignalPipe.raiseUnhandled(number)
            }
        }
    }

    static func disarm() {
        if let path = take() {
            free(path)
        }
    }

    private static func take() -> UnsafeMutablePointer<CChar>? {
        UnsafeMutablePointer(
            bitPattern: armed.exchange(0, ordering: .sequentiallyConsistent)
        )
    }
}
