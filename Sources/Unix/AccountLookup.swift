import Glibc

/// The databases of users and groups. Entries may have any length, because a group lists all of its
/// members.
enum AccountLookup {
    private static let longestEntry = 1 << 26

    /// Returns the result of `read` for the entry that `call` finds; `nil` if there is none.
    /// - Parameter call: a function such as getgrnam_r(3).
    static func find<Entry, Value>(
        _ empty: Entry,
        call: (
            inout Entry, UnsafeMutablePointer<CChar>, Int,
            inout UnsafeMutablePointer<Entry>?
        ) ->
            Int32,
        read: (Entry) -> Value
    ) throws(SystemError) -> Value? {
        var size = 16_384
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer {
                buffer.deallocate()
            }
            var entry = empty
            var result: UnsafeMutablePointer<Entry>?
            let code = call(&entry, buffer, size, &result)
            if code == ERANGE, size < longestEntry {
                size *= 4
                continue
            }
            if result != nil {
                return read(entry)
            }
            // The codes that getgrnam(3) documents for a missing entry.
            guard [0, ENOENT, ESRCH, EBADF, EPERM].contains(code) else {
                throw SystemError(code)
            }
            return nil
        }
    }
}
