import FoundationEssentials
import Glibc
import Unix

/// The files that a daemon has open, and how many it may have open.
struct DescriptorUse: Hashable {
    var inUse: Int
    var limit: Int

    /// Descriptors that a daemon keeps for its store and the rest of its own, and some that it had
    /// open only at its start.
    private static let reserved = 32

    /// Whether the daemon takes no more connections.
    var isFull: Bool { inUse + Self.reserved >= limit }

    init(inUse: Int, limit: Int) {
        self.inUse = inUse
        self.limit = limit
    }

    /// Reads what proc(5) tells of a process of this user's; nil for another's.
    init?(of pid: Int) {
        guard
            let open = try? FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(pid)/fd"
            )
        else { return nil }
        var limits: [UInt8] = []
        try? Descriptor.open("/proc/\(pid)/limits", O_RDONLY).read { limits += $0 }
        let lines = String(decoding: limits, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("Max open files") }),
            let limit = line.split(separator: " ").dropFirst(3).first.flatMap({
                Int($0)
            })
        else { return nil }
        self.init(inUse: open.count, limit: limit)
    }

    /// What is wrong with a daemon that is full.
    var fault: String {
        "the daemon has \(inUse) of at most \(limit) files open, and takes no more connections"
    }
}
