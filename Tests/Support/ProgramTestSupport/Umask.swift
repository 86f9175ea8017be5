import Glibc

package enum Umask {
    private static let lock = Locked(())

    /// Runs `body` with a umask of 0. The umask is process-wide, so only one `body` runs at a time,
    /// and the umask is restored afterwards.
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
