import ProgramTestSupport
import Testing

@Suite("history in the terminal", .quickRoom)
struct AgainTests {
    @Test(
        "`again` repeats your own throws on the table with all their options"
    )
    func again() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        func newest() async throws -> JSON {
            try await client.result(
                "table.history",
                ["kind": "throw", "limit": 1, "viewer": "gm"]
            )["entries"][0]
        }
        #expect(
            try await room.refused("again").contains(
                "has made no such throw at the table default"
            )
        )
        _ = try await room.did("save", "attack", "1d20+{bonus=9}")
        _ = try await room.did("roll", "--as", "ann", "--label", "the orc", "attack")
        _ = try await room.did("roll", "--as", "ann", "--to", "gm", "2d6")
        _ = try await room.did("roll", "--as", "bo", "d4")
        _ = try await room.did("again", "--as", "ann", "-2")
        var entry = try await newest()
        #expect(entry["label"] == "the orc" && entry["expression"] == "1d20+9")
        #expect(entry["seenBy"] == .null)
        _ = try await room.did("again", "--as", "ann", "-2")
        #expect(try await newest()["seenBy"] == ["ann", "gm"])
        _ = try await room.did("roll", "--as", "ann", "attack", "bonus=7")
        _ = try await room.did("save", "attack", "1d20+10")
        _ = try await room.did("again", "--as", "ann")
        entry = try await newest()
        #expect(
            entry["expression"] == "1d20+7" && entry["label"] == "attack",
            "what it was, not what is saved now"
        )
        _ = try await room.did("again", "--as", "ann", "+2", "-", "1d4")
        #expect(try await newest()["expression"] == "1d20+7+2-1d4")
        #expect(
            try await room.refused("again", "-9", "--as", "ann").contains(
                "ann has made no such throw"
            )
        )
        #expect(
            try await room.refused("again", "-0", status: 64).contains("-1 to -1000")
        )
        for words in ["d6", "2"] {
            #expect(
                try await room.refused("again", words, status: 64).contains(
                    "again -2 +1d4"
                )
            )
        }
    }

    @Test("`correct` moves the last turn to another box, and history shows both")
    func correct() async throws {
        let room = try Room.here
        let client = try await room.daemon("--seed", "1").client()
        _ = try await room.did(
            "table",
            "new",
            "y",
            "--game",
            "yahtzee",
            "--players",
            "ann,bo"
        )
        _ = try await room.did("roll", "y", "--as", "ann")
        _ = try await room.did("score", "chance", "-t", "y", "--as", "ann", "--yes")
        let history = try await client.result("table.history", ["table": "y"])
        let ended = history["entries"][0]["score"]["points"].int ?? -1
        let other = try await room.refused("correct", "ones", "-t", "y", "--as", "bo")
        #expect(other.contains("only ann"))
        #expect(!other.contains("dicectl list"))
        let line =
            try await room.did("correct", "ones", "-t", "y", "--as", "ann").first ?? ""
        #expect(line.contains(/^y turn 1 corrected by ann: [0-5] in Ones$/))
        let points = line.split(separator: " ")[6]
        let told = try await room.did("history", "y")
        #expect(
            told.count == 1
                && told[0].contains(
                    " ann: \(points) in Ones, corrected from \(ended) in Chance, "
                )
        )
        #expect(
            try await room.did("score", "-t", "y").contains {
                $0.hasPrefix("Chance") && $0.contains("-")
            }
        )
        _ = try await room.did("roll", "y", "--as", "bo")
        #expect(
            try await room.refused("correct", "twos", "-t", "y", "--as", "ann")
                .contains("until the next roll")
        )
    }
}
