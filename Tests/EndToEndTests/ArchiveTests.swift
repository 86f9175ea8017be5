import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl archive", .quickRoom)
struct ArchiveTests {
    /// Plays a turn with one roll at `default`.
    private func turn(_ client: Client) async throws {
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
    }

    private func lines(_ room: Room, _ name: String) throws -> [String] {
        let text = String(decoding: try #require(room.contents(name)), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    @Test(
        "archived entries verify together with the daemon's history; a forged join is detected"
    )
    func archive() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        for _ in 1...2 {
            try await turn(client)
        }
        let secret: JSON = [
            "expression": "d20", "animate": false, "by": "gm", "seenBy": [],
        ]
        try await client.result("table.throw", secret)
        let all = try await room.did("export")
        let faces = try await room.did("stats")

        let first = room.path("first.jsonl")
        let table = try await room.dicectl("archive", "default", "--before", "now")
        #expect(table.ending == .exited(64))
        #expect(table.complaint.contains("name the file after it"))
        let said = try await room.did("archive", "--before", "2100-01-01", first)
        #expect(said[0].hasPrefix("\(first) written: 3 entries of default, up to "))
        #expect(said[0].hasSuffix("; 0 entries left in the daemon"))
        #expect(
            try lines(room, "first.jsonl") == all && room.mode("first.jsonl") == 0o600
        )
        #expect(try await room.did("export").isEmpty)
        #expect(try await room.did("stats") == faces)
        #expect(
            try await room.did("table", "show").contains {
                $0.hasPrefix("3 entries archived, up to ")
            }
        )
        #expect(
            try await room.refused("archive", "--before", "2100-01-01", first).contains(
                "never replaces a file"
            )
        )

        try await turn(client)
        try await client.result("table.show", ["throw": 1, "by": "gm"])
        let joined = try await room.did("verify", first, "-t", "default")
        #expect(
            joined.contains(
                "default: 3 entries in the files; the daemon's history continues them"
            ),
            "\(joined)"
        )
        #expect(
            joined.contains { $0.hasPrefix("throw 1 of default: 1 right") },
            "\(joined)"
        )
        let own = try await room.did("verify")
        #expect(
            own.contains {
                $0.contains("3 entries archived")
                    && $0.contains("the chain was checked from there")
            }
        )

        // The archive outlives the daemon, and a second archive continues it.
        try await daemon.kill()
        _ = try await room.daemon()
        let second = room.path("second.jsonl")
        let more = try await room.dicectl(
            "archive",
            "--before",
            "2100-01-01",
            second,
            "--json"
        )
        .json
        #expect(
            more["entries"] == 1 && more["remaining"] == 0
                && more["archived"]["entries"] == 4
        )
        #expect(
            try await room.did("verify", second, first, "-t", "default").contains {
                $0.contains("4 entries in the files")
            }
        )
        let incomplete = try await room.dicectl("verify", first, "-t", "default")
        #expect(incomplete.ending == .exited(65))
        #expect(incomplete.complaint.contains("name every file"))

        let forged = try lines(room, "second.jsonl").map {
            $0.replacing("\"chain\":\"", with: "\"chain\":\"0")
        }
        try room.makeFile(
            "forged",
            forged.map {
                $0.replacing(/("chain":"0[0-9a-f]{63})[0-9a-f]/) { $0.1 } + "\n"
            }.joined()
        )
        let found = try await room.dicectl(
            "verify",
            first,
            room.path("forged"),
            "-t",
            "default"
        )
        #expect(found.ending == .exited(65))
        // Each file is valid by itself.
        for file in [first, second] {
            _ = try await room.did("verify", file)
        }
    }

    @Test(
        "archiving nothing writes no file, and a failed write removes no entries"
    )
    func nothing() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let file = room.path("file")
        let none = try await room.did("archive", "--before", "2100-01-01", file)
        #expect(none == ["default has no entries; nothing was written"])
        try await turn(client)
        #expect(
            try await room.did("archive", "--before", "2000-01-01", file)[0].hasSuffix(
                "nothing was written"
            )
        )
        #expect(
            try await room.dicectl(
                "archive",
                "--before",
                "2100-01-01",
                room.path("no/file")
            ).ending
                == .exited(1)
        )
        try room.makeFile("file", "x")
        #expect(
            try await room.dicectl("archive", "--before", "2100-01-01", file).ending
                == .exited(1)
        )
        #expect(try await room.did("export").count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: room.path(""))
        #expect(names.filter { $0.hasPrefix("file") } == ["file"])
    }
}
