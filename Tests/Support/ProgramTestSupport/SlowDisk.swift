import Foundation

/// A disk that takes its time, or none at all: files of one program whose writes wait.
package struct SlowDisk: Sendable {
    private let gate: String
    /// For the program.
    package let environment: [String: String]

    /// - Parameters:
    ///   - files: a part of the paths of the files that are slow.
    ///   - microseconds: how long a write of 4,096 bytes takes.
    package init(_ room: Room, files: String, microseconds: Int = 0) {
        gate = room.path("gate")
        environment = [
            "LD_PRELOAD": Programs.testFolder + "/libSlowDisk.so", "SLOW_DISK": files,
            "SLOW_DISK_GATE": gate,
            "SLOW_DISK_MICROSECONDS": "\(microseconds)",
        ]
    }

    /// Writes wait from now on.
    package func close() throws {
        try Data().write(to: URL(filePath: gate))
    }

    package func open() throws {
        try FileManager.default.removeItem(atPath: gate)
    }
}
