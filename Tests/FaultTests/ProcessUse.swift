import Foundation
import ProgramTestSupport

/// What a process is and has, as the kernel tells.
extension Child {
    /// How many descriptors it has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0
    }
}
