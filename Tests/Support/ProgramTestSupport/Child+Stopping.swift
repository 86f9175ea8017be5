import Foundation
import Testing

extension Child {
    /// Suspends the process, and returns when it is suspended.
    package func stop() async {
        signal(SIGSTOP)
        do {
            try await Patience.until("\(program) stops") { !isAlive || state == "T" }
        } catch {
            Issue.record(error)
        }
    }

    /// The state letter of proc(5): R, S, T for stopped…
    private var state: Substring {
        let text =
            (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        // The name, in parentheses, may contain spaces.
        return text.split(separator: ")").last?.split(separator: " ").first ?? ""
    }
}

extension Daemon {
    /// Removes a file, or a folder with its contents, while the daemon is suspended, so that it
    /// cannot create files there meanwhile.
    package func remove(_ path: String) async throws {
        await child.stop()
        defer {
            child.signal(SIGCONT)
        }
        try FileManager.default.removeItem(atPath: path)
    }
}
