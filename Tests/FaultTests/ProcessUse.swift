import Foundation
import ProgramTestSupport

/// What a process uses, as the kernel tells.
extension Child {
    /// The time that its threads have run, in seconds.
    var processorTime: Double {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        // The name, in parentheses, may hold blanks; user and system time are the 14th and 15th field.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
            / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// How many descriptors it has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0
    }
}
