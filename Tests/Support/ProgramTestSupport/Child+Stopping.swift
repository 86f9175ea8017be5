import Foundation
import Testing

extension Child {
    /// Stops the process, and returns when it has stopped: it does nothing any more.
    package func stop() async {
        signal(SIGSTOP)
        do {
            try await Patience.until("\(program) stops") { !isAlive || state == "T" }
        } catch {
            Issue.record(error)
        }
    }

    /// As proc(5) has it: R, S, T for stopped…
    private var state: Substring {
        let text =
            (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        // The name, in parentheses, may hold blanks.
        return text.split(separator: ")").last?.split(separator: " ").first ?? ""
    }
}

extension Daemon {
    /// Removes a file, or a folder with all that is in it, while the daemon is stopped: it makes
    /// nothing anew in there before all of it is gone.
    package func remove(_ path: String) async throws {
        await child.stop()
        defer {
            child.signal(SIGCONT)
        }
        try FileManager.default.removeItem(atPath: path)
    }
}
