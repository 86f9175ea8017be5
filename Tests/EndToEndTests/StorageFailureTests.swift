import Foundation
import ProgramTestSupport
import Testing

@Suite("Stores that cannot be used", .quickRoom)
struct StorageFailureTests {
    /// `DiceStoreTests/RefusalTests` has the other kinds.
    @Test(
        "one is refused with 65, or 74 where there can be none, on standard error alone, and left byte for byte",
        arguments: [("somebody else's file", 65), ("its last page damaged", 65), ("a file for a folder", 74)])
    func refused(_ what: String, _ status: Int32) async throws {
        let room = try Room.here
        let database = room.path("state/diced.sqlite")
        switch what {
        case "somebody else's file":
            try room.makeFolder("state")
            try room.makeFile("state/diced.sqlite", "this is the diary of somebody else\n")
        case "its last page damaged":
            let daemon = try await room.daemon()
            let client = try daemon.client()
            try await client.result("table.roll", ["animate": false])
            try await client.result("table.endTurn")
            #expect(try await daemon.stop() == .exited(0))
            var data = try #require(room.contents("state/diced.sqlite"))
            for index in data.count - 4_096..<data.count { data[index] = UInt8(truncatingIfNeeded: index &* 31) }
            try data.write(to: URL(filePath: database))
        default: try room.makeFile("state", "precious")
        }
        // SQLite may put an empty log beside a database that it reads.
        func contents() -> [Data] {
            ["state", "state/diced.sqlite", "state/diced.sqlite-wal"].map { room.contents($0) ?? Data() }
        }
        let before = contents()
        let child = try Daemon(room, []).child
        #expect(try await child.ending() == .exited(status))
        let complaint = try await child.complaint()
        #expect(complaint.contains(room.path("state")), "\(complaint)")
        #expect(try await child.wholeOutput().isEmpty)
        #expect(contents() == before)
        #expect(!room.exists("run/diced.sock"))
    }
}
