import Foundation
import ProgramTestSupport
import Testing

@Suite("The daemon's status", .quickRoom)
struct StatusTests {
    private func size(_ room: Room, _ names: String...) throws -> Int {
        try names.map { name in
            let file = room.state + "/" + name
            guard FileManager.default.fileExists(atPath: file) else { return 0 }
            return try #require(
                try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
            )
        }.reduce(0, +)
    }

    @Test("the status shows the store's folder and the size of its files")
    func store() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let first = try await client.result("server.status")
        #expect(first["stateFolder"] == .string(room.state))
        #expect(
            first["storeBytes"]
                == JSON(try size(room, "diced.sqlite", "diced.sqlite-wal"))
        )
        try await client.result(
            "table.create",
            ["table": "t", "dice": JSON(Array(repeating: 6, count: 1_000))]
        )
        try await client.result("table.roll", ["table": "t", "animate": false])
        let grown = try await client.result("server.status")["storeBytes"]
        #expect(
            grown == JSON(try size(room, "diced.sqlite", "diced.sqlite-wal"))
                && grown != first["storeBytes"]
        )
    }

    @Test(
        "`--metrics` prints counts of changes with their durations, and the age of the newest copy"
    )
    func metrics() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        let lines = try await room.did("status", "--metrics")
        #expect(lines.contains("diced_rolls_total 1"))
        #expect(lines.contains("diced_turns_total 1"))
        #expect(!lines.contains { $0.hasPrefix("diced_backup_age_seconds") })
        let metrics = try await room.dicectl("status", "--metrics", "--json").json
        // The table default, the roll and the turn; the end of the turn settles the roll first.
        #expect(
            metrics["writes"]["counts"].ints.reduce(0, +) >= 3
                && (metrics["writes"]["sum"].int ?? 0) > 0
        )
        #expect(metrics["storeBytes"].int ?? 0 > 0)

        // An older copy, left by the previous run.
        try room.makeFolder("state/backups")
        try room.makeFile("state/backups/diced-20200101T000000Z.sqlite", "")
        let old = try await room.dicectl("status", "--metrics", "--json").json
        #expect(old["backupAge"].int ?? 0 > 86_400)
        _ = try await room.did("backup", room.path("copy"))
        let new = try await room.dicectl("status", "--metrics", "--json").json
        #expect(new["backupAge"].int ?? .max < 3_600)
    }

    @Test("the status shows a relative folder as an absolute path")
    func relative() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(
            state: "state",
            through: ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, room.folder]
        )
        #expect(
            try await daemon.client().result("server.status")["stateFolder"]
                == .string(room.state)
        )
    }

    @Test("the status shows who started the daemon and where its log is, if known")
    func start() async throws {
        let room = try Room.here
        // systemd started a process, but a different one.
        let byHand = try await room.daemon(environment: ["SYSTEMD_EXEC_PID": "1"])
        let names = try await byHand.client().result("server.status").names
        #expect(!names.contains("startedBy"))
        #expect(!names.contains("log"))
        try await byHand.kill()

        let log = room.path("log")
        let managed = try await room.daemon(
            through: [
                "/bin/sh", "-c", #"export SYSTEMD_EXEC_PID=$$; exec "$@" 2>"$0""#, log,
            ])
        let status = try await managed.client().result("server.status")
        #expect(status["startedBy"] == "systemd" && status["log"] == .string(log))
        try await managed.kill()

        #expect(
            try await room.refused("status", status: 69).contains(
                "dicectl list"
            )
        )
        #expect(!room.exists("run/diced.log"))
        _ = try await room.did("ls")
        let started = try await room.dicectl("status", "--json").json
        if let pid = started["pid"].int {
            room.adopt(pid)
        }
        #expect(
            started["startedBy"] == "dicectl"
                && started["log"] == .string(room.path("run/diced.log"))
        )
    }
}
