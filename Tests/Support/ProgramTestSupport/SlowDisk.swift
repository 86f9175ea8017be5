import Foundation

/// A disk that is slow or does not respond at all: one program's writes to some files are delayed.
package struct SlowDisk: Sendable {
    private let gate: String
    /// The variables for the program.
    package let environment: [String: String]

    /// - Parameters:
    ///   - files: a part of the paths of the slow files.
    ///   - microseconds: the time for a write of 4,096 bytes.
    package init(_ room: Room, files: String, microseconds: Int = 0) {
        gate = room.path("gate")
        environment = [
            "LD_PRELOAD": Programs.testFolder + "/libSlowDisk.so", "SLOW_DISK": files,
            "SLOW_DISK_GATE": gate,
            "SLOW_DISK_MICROSECONDS": "\(microseconds)",
        ]
    }

    /// Makes writes wait from now on.
    package func close() throws {
        try Data().write(to: URL(filePath: gate))
    }

    package func open() throws {
        try FileManager.default.removeItem(atPath: gate)
    }
}
