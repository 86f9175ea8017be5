import CSpawn
import Glibc

/// How the memory of a process, which may hold secrets, is kept out of core dumps.
public enum CoreDumps: Sendable {
    /// None are written, and other processes of the same user cannot look into this one (prctl(2),
    /// `PR_SET_DUMPABLE`).
    case forbidden
    /// They hold no memory (core(5), `coredump_filter`).
    case withoutMemory

    /// Applies it to this process, for as long as it lives.
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
