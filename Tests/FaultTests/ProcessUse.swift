import Foundation
import ProgramTestSupport

/// What a process is and has, as the kernel tells.
extension Child {
    /// How many descriptors it has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0
    }

    /// Stops the process, and returns when it has stopped: it does nothing any more.
    func stop() async {
        signal(SIGSTOP)
        while isAlive, state != "T" { await Task.yield() }
    }

    /// As proc(5) has it: R, S, T for stopped…
    private var state: Substring {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        // The name, in parentheses, may hold blanks.
        return text.split(separator: ")").last?.split(separator: " ").first ?? ""
    }
}
