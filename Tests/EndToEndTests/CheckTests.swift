import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl check", .quickRoom)
struct CheckTests {
    private func status(_ room: Room, _ file: String) async throws -> (
        ending: Child.Ending, complaint: String
    ) {
        let outcome = try await room.dicectl("check", file)
        return (outcome.ending, outcome.complaint)
    }

    @Test(
        "the kind of a file is known from its content, without a daemon or any change"
    )
    func good() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        _ = try await room.did("backup", room.path("a"))
        try room.makeFile(
            "b",
            try await room.did("export").joined(separator: "\n") + "\n"
        )
        #expect(try await daemon.stop() == .exited(0))
        let before = room.contents("a")
        #expect(
            try await room.did("check", room.path("a")).first?.contains(
                " holds 1 table, 1 turn"
            )
                == true
        )
        #expect(
            try await room.did("check", room.path("b")).first?.contains(
                "turn 1 of default: 1 roll right"
            ) == true
        )
        #expect(room.contents("a") == before)
        #expect(!room.exists("a-wal"))
        #expect(!room.exists("a-shm"))
        #expect(!room.exists("run/diced.sock"))
        let backup = try await room.dicectl("check", "--json", room.path("a")).json
        #expect(backup["kind"] == "backup" && backup["path"] == .string(room.path("a")))
        let script = #"cat "$1" | "$0" check -"#
        for (file, ending) in [("a", 66), ("b", 0)] as [(String, Int32)] {
            let outcome = try await room.start(
                "/bin/bash",
                ["-c", script, Programs.dicectl, room.path(file)],
                environment: room.clientEnvironment
            ).outcome()
            #expect(outcome.ending == .exited(ending), "\(outcome.complaint)")
        }
    }

    @Test("a damaged or foreign file exits with 65, an unreadable one with 66, a newer one with 76")
    func bad() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        _ = try await room.did("backup", room.path("a"))
        let whole = try #require(room.contents("a"))
        let entry = try #require(try await room.did("export").first)
        let number = try #require(entry.firstRange(of: #""edition":5"#))
        for (text, ending) in [
            ("", 65),
            ("hello\n", 65),
            (String(entry.prefix(200)), 65),
            (entry.replacing(#""total":"#, with: #""total":1"#), 65),
            (entry.replacingCharacters(in: number, with: #""edition":99"#), 76),
        ] as [(String, Int32)] {
            try room.makeFile("f", text)
            #expect(
                try await status(room, room.path("f")).ending == .exited(ending),
                "\(text)"
            )
        }
        try whole.prefix(whole.count / 2).write(
            to: URL(fileURLWithPath: room.path("f"))
        )
        #expect(try await status(room, room.path("f")).ending == .exited(65))
        // The name of the last migration that dicectl knows, in a store of a later version.
        let migration = Data("v15 2.1.0".utf8)
        var newer = whole
        while let range = newer.range(of: migration) {
            newer.replaceSubrange(range, with: Data("v99 9.9.9".utf8))
        }
        try newer.write(to: URL(fileURLWithPath: room.path("f")))
        #expect(try await status(room, room.path("f")).ending == .exited(76))
        for missing in [room.path("none"), room.folder, room.state + "/diced.sqlite"] {
            #expect(try await status(room, missing).ending == .exited(66), "\(missing)")
        }
        chmod(room.path("a"), 0)
        if geteuid() != 0 {
            #expect(try await status(room, room.path("a")).ending == .exited(66))
        }
    }
}
