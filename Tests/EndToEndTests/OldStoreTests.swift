import Foundation
import ProgramTestSupport
import Testing

/// Stores that were written by released versions of the programs.
@Suite("Stores of earlier releases", .quickRoom)
struct OldStoreTests {
    private func daemon(of version: String, in room: Room) async throws -> Daemon {
        try room.makeFolder("state")
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/\(version).sqlite"
        )
        try FileManager.default.copyItem(
            at: fixture,
            to: URL(filePath: room.state + "/diced.sqlite")
        )
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: room.state + "/diced.sqlite"
        )
        return try await room.daemon()
    }

    /// The store has two turns at `default`, one turn at `odd`, and an open turn with one roll.
    @Test(
        "turns of a 0.1.0 store are read and counted, and the chain starts after them"
    )
    func goesOn() async throws {
        let room = try Room.here
        let client = try await daemon(of: "0.1.0", in: room).client()
        let table = try await client.result("table.get")
        #expect(table["turn"] == 3 && table["roll"] == 1)
        #expect(table["dice"].array.map(\.["value"]) == [1, 4, 2, 5, 6])
        #expect(
            table["dice"].array.map(\.["locked"]) == [true, false, false, false, false]
        )
        let history = try await client.result("table.history", ["table": "*"])
        #expect(
            history["entries"].array.map(\.["total"]).suffix(2) == [16, 20]
                && history["damaged"] == .null
        )
        #expect(
            history["entries"].array.allSatisfy {
                $0["commitment"] == .null && $0["chain"] == .null
            }
        )
        // The open turn has a roll that predates seeds; the next turn is verified.
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("end-turn")
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("end-turn")
        let entry = try await client.result("table.history", ["limit": 1])["entries"]
            .array[0]
        #expect(entry["turn"] == 4 && entry["seed"].string?.count == 64)
        let report = try await room.did("verify", "--all")
        #expect(
            report.contains(
                "turn 4 of default: 1 roll right, 1 promised to you beforehand"
            )
        )
        #expect(
            report.contains(
                "default: 3 turns made before seeds were introduced: cannot be checked"
            ),
            "\(report)"
        )
        #expect(
            report.contains(
                "odd: 1 turn made before seeds were introduced: cannot be checked"
            )
        )
    }

    /// The store has: at `default`, a turn, a throw by bo, a secret throw by gm and an open turn;
    /// at `y`, which has a game and a pace, a turn and an open one; and a saved roll.
    @Test(
        "turns, throws, games and saved rolls of a 1.0.0 store remain, and secrets stay hidden"
    )
    func goesOnFromTheFirstRelease() async throws {
        let room = try Room.here
        let client = try await daemon(of: "1.0.0", in: room).client()
        let tables = try await client.result("table.list")["tables"].array
        #expect(tables.map(\.["table"]) == ["default", "y"])
        let table = try await client.result("table.get")
        #expect(
            table["turn"] == 2
                && table["dice"].array.map(\.["value"]) == [2, 4, 4, 1, 1]
        )
        let game = try await client.result("table.get", ["table": "y"])
        #expect(game["pace"] == 2 && game["up"] == "bo" && game["turn"] == 2)
        #expect(
            try await room.did("score", "-t", "y").contains {
                $0.contains("Chance") && $0.contains("17")
            }
        )
        let entries = try await client.result("table.history", ["kind": "throw"])[
            "entries"
        ].array
        #expect(
            entries.map(\.["total"]) == [.null, 11] && entries[0]["hidden"] == true
        )
        #expect(try await room.did("saved").joined().contains("1d20+7"))
        _ = try await room.did("show", "2", "--as", "gm")
        _ = try await room.did("end-turn")
        let report = try await room.dicectl("verify", "--all")
        #expect(report.ending == .exited(0), "\(report.output) \(report.complaint)")
    }

    /// The store has: at `default`, a turn, throws, one of them secret, and an open turn; at `y`, a
    /// corrected turn and an open one; and three more tables: one with real dice, one with symbols,
    /// and one with a void roll.
    @Test(
        "corrections, entered faces, void rolls and targets of a 2.0.0 store remain"
    )
    func goesOnFromTheSecondRelease() async throws {
        let room = try Room.here
        let client = try await daemon(of: "2.0.0", in: room).client()
        let tables = try await client.result("table.list")["tables"].array
        #expect(tables.map(\.["table"]) == ["default", "hand", "tower", "void", "y"])
        let game = try await client.result("table.get", ["table": "y"])
        #expect(game["up"] == "bo" && game["turn"] == 2 && game["rollsLeft"] == 2)
        #expect(
            game["dice"].array.map(\.["locked"]) == [false, true, true, false, false]
        )
        let corrections = try await client.result(
            "table.history",
            ["table": "y", "kind": "correction"]
        )["entries"]
        .array
        #expect(corrections.map(\.["points"]) == [2])
        let hand = try await client.result("table.get", ["table": "hand"])
        #expect(
            hand["dice"].array.map(\.["value"]) == [3, 3, 5, 1, 6]
                && hand["hand"] == true
        )
        #expect(
            try await client.result("table.get", ["table": "void"])["rollsLeft"] == 3
        )
        // Turns with a roll keep their edition, even after a new throw.
        _ = try await client.result(
            "table.throw",
            ["expression": "d20", "animate": false]
        )
        for _ in 1...2 {
            _ = try await client.result("table.roll", ["animate": false])
            _ = try await client.result("table.endTurn")
        }
        let newest = try await client.result(
            "table.history",
            ["kind": "all", "limit": 3]
        )[
            "entries"
        ].array
        #expect(newest.map(\.["edition"]) == [5, 4, 5])
        #expect(newest.map { $0["digest"] == .null } == [false, true, false])
        _ = try await room.did("end-turn", "-t", "hand", "--as", "cy")
        _ = try await room.did("roll", "-t", "tower", "--motion", "none")
        let report = try await room.dicectl("verify", "--all")
        #expect(report.ending == .exited(0), "\(report.output) \(report.complaint)")
    }
}
