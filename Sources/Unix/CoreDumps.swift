import CSpawn
import Glibc

/// The way in which a process's memory, which may hold secrets, is kept out of core dumps.
public enum CoreDumps: Sendable {
    /// No core dumps, and no access by other processes of the same user (prctl(2),
    /// `PR_SET_DUMPABLE`).
    case forbidden
    /// Core dumps without memory (core(5), `coredump_filter`).
    case withoutMemory

    /// Applies this protection to this process, permanently.
    public func apply() {
        if self == .forbidden {
            _ = forbid_dumps()
        } else if let filter = try? Descriptor.open(
            "/proc/self/coredump_filter",
            O_WRONLY
        ) {
            _ = write(filter.number, "0", 1)
        }
    }
}
