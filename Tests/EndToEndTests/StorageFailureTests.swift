import Foundation
import ProgramTestSupport
import Testing

@Suite("Unusable stores", .quickRoom)
struct StorageFailureTests {
    @Test(
        "a removed log is named with the way to save everything, and a kill loses no turn",
        arguments: ["kill", "stop"]
    )
    func removedLog(_ end: String) async throws {
        let room = try Room.here
        let daemon = try await room.daemon(environment: ["DICED_STARTED_BY": "dicectl"])
        let client = try daemon.client()
        var turns: [JSON] = []
        for _ in 1...3 {
            try await client.result("table.roll", ["animate": false])
            turns.append(try await client.result("table.endTurn").entry)
        }
        let log = room.state + "/diced.sqlite-wal"
        try FileManager.default.removeItem(atPath: log)
        let complaint = try await room.refused("roll", "--no-animation", status: 1)
        #expect(
            complaint.contains("\(log) was removed")
                && complaint.contains("dicectl stop"),
            "\(complaint)"
        )
        #expect(!complaint.contains("diced.sqlite was"))
        if end == "kill" {
            try await daemon.kill()
        } else {
            #expect(try await room.dicectl("stop").ending == .exited(0))
        }
        let again = try await room.daemon().client()
        #expect(
            try await again.result("table.history")["entries"].array == turns.reversed()
        )
        try await again.result("table.roll", ["animate": false])
    }

    @Test(
        "a failed backup names its target and not the store, which is intact",
        .needs(.prlimit)
    )
    func backupTarget() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        for number in 1...100 {
            let dice = JSON(Array(repeating: 6, count: 1_000))
            try await client.result(
                "table.create",
                ["table": .string("t\(number)"), "dice": dice]
            )
        }
        try room.makeFolder("copies")
        let copy = room.path("copies/copy")
        let prlimit = try room.start(
            Tool.prlimit.name,
            ["--pid=\(daemon.child.pid)", "--fsize=100000"]
        )
        #expect(try await prlimit.ending() == .exited(0))
        let error = try await client.refusal("server.backup", ["path": .string(copy)])
        #expect(error["data"]["reason"] == "storageFailed")
        #expect(
            error["message"].string?.contains("\(copy) cannot be ") == true,
            "\(error)"
        )
        #expect(error["message"].string?.contains("diced.sqlite") == false, "\(error)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: room.path("copies"))
                .isEmpty
        )
    }

    /// The other kinds are in `DiceStoreTests/RefusalTests`.
    @Test(
        "an invalid store is refused with 65 or 74 on standard error and left unchanged",
        arguments: [
            ("somebody else's file", 65),
            ("its last page damaged", 65),
            ("a file for a folder", 74),
        ]
    )
    func refused(_ what: String, _ status: Int32) async throws {
        let room = try Room.here
        let database = room.path("state/diced.sqlite")
        switch what {
        case "somebody else's file":
            try room.makeFolder("state")
            try room.makeFile(
                "state/diced.sqlite",
                "this is the diary of somebody else\n"
            )
        case "its last page damaged":
            let daemon = try await room.daemon()
            let client = try daemon.client()
            try await client.result("table.roll", ["animate": false])
            try await client.result("table.endTurn")
            #expect(try await daemon.stop() == .exited(0))
            var data = try #require(room.contents("state/diced.sqlite"))
            for index in data.count - 4_096..<data.count {
                data[index] = UInt8(truncatingIfNeeded: index &* 31)
            }
            try data.write(to: URL(filePath: database))
        default: try room.makeFile("state", "precious")
        }
        // SQLite may create an empty log beside a database that it reads.
        func contents() -> [Data] {
            ["state", "state/diced.sqlite", "state/diced.sqlite-wal"].map {
                room.contents($0) ?? Data()
            }
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
