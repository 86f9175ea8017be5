import Glibc

package enum Umask {
    private static let lock = Locked(())

    /// Runs `body`, in which a file gets the mode that it is made with, and nothing is taken from
    /// it. A umask is the whole process's: one at a time, so that each finds the one before it put
    /// back.
    package static func none<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock { _ in
            let before = umask(0)
            defer {
                umask(before)
            }
            return try body()
        }
    }
}
