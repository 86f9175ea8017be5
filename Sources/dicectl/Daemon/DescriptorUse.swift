import FoundationEssentials
import Glibc
import Unix

/// The number of files that a daemon has open, and its limit.
struct DescriptorUse: Hashable {
    var inUse: Int
    var limit: Int

    /// The descriptors that a daemon reserves for its store and other internal uses, including some
    /// that were open only at its start.
    private static let reserved = 32

    /// True if the daemon accepts no more connections.
    var isFull: Bool { inUse + Self.reserved >= limit }

    init(inUse: Int, limit: Int) {
        self.inUse = inUse
        self.limit = limit
    }

    /// Reads a process's descriptors from proc(5); `nil` for a process of another user.
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

    /// The problem of a daemon that is full.
    var fault: String {
        "the daemon has \(inUse) of \(limit) files open, and accepts no more connections"
    }
}
