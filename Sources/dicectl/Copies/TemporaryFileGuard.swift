import DiceDrawing
import Glibc
import Synchronization

/// Removes an unfinished file when a signal ends the program.
///
/// The handler makes only async-signal-safe calls (signal-safety(7)); then the signal takes its
/// usual effect.
enum TemporaryFileGuard {
    /// The address of the file's path; 0 while there is none.
    private static let armed = Atomic<UInt>(0)

    static func arm(_ path: String) {
        disarm()
        armed.store(UInt(bitPattern: strdup(path)), ordering: .sequentiallyConsistent)
        // A file that exceeds the size limit is reported as a write error.
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
