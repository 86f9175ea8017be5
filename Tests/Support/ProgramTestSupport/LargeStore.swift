import Foundation
import Testing

/// A store with many entries. It takes seconds to create, so it is created once and reused by later
/// tests.
package enum LargeStore {
    package static let entries = 200_000

    /// Copies the store into the room, before its daemon starts. The tables are `big`, with a
    /// quarter of the entries, and `table1` to `table50`; one entry of 20,000 is by zoe.
    package static func put(into room: Room) async throws {
        let stores = ProcessInfo.processInfo.environment["DICED_STORES"]
        let folder = stores ?? NSTemporaryDirectory() + "diced-stores-\(geteuid())"
        let program = URL(filePath: #filePath).appending(path: "../../../large-store")
            .standardized
            .path()
        let (status, output) = try await Spawned.run(
            program,
            ["\(entries)", folder, Programs.diced]
        )
        try #require(status == 0, "\(output)")
        let path = output.trimmingCharacters(in: .whitespacesAndNewlines)
        try FileManager.default.createDirectory(
            atPath: room.state,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try FileManager.default.copyItem(
            atPath: path,
            toPath: room.state + "/diced.sqlite"
        )
        chmod(room.state + "/diced.sqlite", 0o600)
    }
}
