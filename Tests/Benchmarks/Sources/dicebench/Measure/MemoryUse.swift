import Glibc

/// The memory of a process, in bytes.
///
/// The bars are judged by `resident`: it is what ps(1) shows, it does not depend on who else is
/// running, and it is the larger of the two. `proportional` divides the pages of shared libraries
/// among those who have them loaded.
struct MemoryUse {
    var resident: Double
    var proportional: Double
    /// Neither of a file nor shared: what the process itself has written.
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
