internal import CSpawn
internal import Glibc

/// Keeps the memory of this process, which may hold secrets, out of core dumps.
public enum CoreDumps {
    /// They have no memory in them from now on (core(5), `coredump_filter`).
    public static func leaveOutMemory() {
        guard let filter = try? Descriptor.open("/proc/self/coredump_filter", O_WRONLY) else { return }
        _ = write(filter.number, "0", 1)
    }

    /// There are none, and other processes of the same user cannot look into this one (prctl(2), `PR_SET_DUMPABLE`).
    public static func forbid() { _ = forbid_dumps() }
}
