import Foundation
import ProgramTestSupport
import Testing

/// The resources of a process, as reported by the kernel.
extension Child {
    /// The open files and sockets.
    var descriptors: [String] {
        let folder = "/proc/\(pid)/fd/"
        let numbers =
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)
        }
        .filter { !$0.hasPrefix("anon_inode:") }.sorted()
    }

    /// The private memory in bytes.
    var residentBytes: Int {
        let status =
            (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line =
            status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        return
            (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
                Int($0)
            } ?? 0)
            * 1_024
    }
}

extension Client {
    /// Returns when the daemon has no other clients and no more open files than `descriptors`. Its
    /// messages to the supervisor use a socket for a moment.
    func isAlone(with daemon: Daemon, _ descriptors: [String]) async throws {
        try await status(becomes: "clients", 1)
        try await Patience.until(
            "no more is open than \(descriptors), but \(daemon.child.descriptors)"
        ) {
            daemon.child.descriptors.count <= descriptors.count
        }
    }
}
