import Glibc

/// The memory of a process, in bytes.
///
/// The bars apply to `resident`: `resident` is the value that ps(1) shows, does not depend on other
/// processes, and is the larger of the two values. `proportional` divides the pages of shared
/// libraries among the processes that have loaded them.
struct MemoryUse {
    var resident: Double
    var proportional: Double
    /// Memory that the process itself has written: neither shared nor from a file.
    var anonymous: Double

    init(of pid: pid_t) throws {
        let path = "/proc/\(pid)/smaps_rollup"
        func bytes(_ field: String) throws -> Double {
            try Double(ProcessUse.field(field, of: path)) * 1_024
        }
        resident = try bytes("Rss")
        proportional = try bytes("Pss")
        anonymous = try bytes("Anonymous")
    }

    var note: String {
        "Pss \(Unit.bytes.text(proportional)), anonymous \(Unit.bytes.text(anonymous))"
    }
}
