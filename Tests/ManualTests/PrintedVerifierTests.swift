import Forgeries
import ProgramTestSupport
import Testing

/// The verifier printed in dice-protocol(7), on a history that a daemon has written.
@Suite("The printed verifier", .quickRoom, .needs(.python3))
struct PrintedVerifierTests {
    /// Returns an export with rolls, locks, throws of dice of one size and of several, and a void
    /// roll, at two tables.
    private func export(_ room: Room) async throws -> [String] {
        let daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result(
            "table.create",
            [
                "table": "odd",
                "dice": [6, 20, 1_000, ["faces": ["sword", "2 hit-1", "blank"]]],
            ]
        )
        for number in 1...3 {
            for table in ["default", "odd"] as [JSON] {
                try await client.result(
                    "table.roll",
                    [
                        "table": table, "animate": false, "by": "ann",
                        "entropy": .string(String(repeating: "0\(number)", count: 16)),
                    ]
                )
                try await client.result("table.lock", ["table": table, "dice": [2]])
                try await client.result(
                    "table.roll",
                    ["table": table, "animate": false]
                )
                try await client.result("table.endTurn", ["table": table])
            }
            for expression in ["4d6kh3+2", "3dF", "2d6+d20", "5d6!", "1d6/(1d6*0)"]
                as [JSON]
            {
                try await client.result(
                    "table.throw",
                    ["expression": expression, "animate": false]
                )
            }
        }
        // A contributor that promises but does not reveal.
        let absent = try daemon.client()
        try await absent.result(
            "table.contribute",
            ["commitment": .string(String(repeating: "0", count: 64)), "by": "bo|é"]
        )
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        return try await room.did("export", "--all")
    }

    @Test("the printed verifier accepts a live history") func ofALiveHistory() async throws {
        let room = try Room.here
        let verifier = try PrintedVerifier()
        let lines = try await export(room)
        #expect(lines.count == 22)
        #expect(try await verifier.run(lines) == (0, "right: 22 entries\n"))
        let mine = try await room.did("verify", "--all")
        #expect(mine.count == 4, "\(mine)")

        // Each of these is found by both.
        func expectWrong(_ changed: [String], _ name: String) async throws {
            let (status, output) = try await verifier.run(changed)
            #expect(status == 1 && output.hasPrefix("wrong: \(name)"), "\(output)")
            try room.makeFile("changed", changed.map { $0 + "\n" }.joined())
            let outcome = try await room.dicectl("verify", room.path("changed"))
            #expect(outcome.ending == .exited(65), "\(name)")
        }
        func changing(_ index: Int, _ old: String, _ new: String) -> [String] {
            var changed = lines
            changed[index] = lines[index].replacing(old, with: new)
            #expect(changed != lines, "\(old)")
            return changed
        }
        let first = try #require(JSON(lines[0].utf8))
        let values = try #require(first["rolls"].array.first)["values"].array
            .compactMap(\.int)
        let face = try #require(values.first)
        try await expectWrong(
            changing(0, "\"values\":[\(face),", "\"values\":[\(face % 6 + 1),"),
            "turn 1 of default: roll 1"
        )
        let seed = try #require(first["seed"].string)
        try await expectWrong(
            changing(0, seed, String(repeating: "ab", count: 32)),
            "turn 1 of default: seed"
        )
        try await expectWrong(
            changing(0, "\"entropy\":\"0101", "\"entropy\":\"0102"),
            "turn 1 of default: roll 1"
        )
        try await expectWrong(
            changing(1, "\"by\":\"ann\"", "\"by\":\"bo\""),
            "turn 1 of odd: digest"
        )
        try await expectWrong(
            changing(1, "\"sword\"", "\"shield\""),
            "turn 1 of odd: digest"
        )
        try await expectWrong(
            changing(0, "\"locked\":true", "\"locked\":false"),
            "turn 1 of default: digest"
        )
        try await expectWrong(
            changing(2, "\"4d6kh3+2\"", "\"4d6kl3+2\""),
            "throw 1 of default: digest"
        )
        let faces = try #require(JSON(lines[2].utf8))["faces"].array.compactMap(\.int)
        try await expectWrong(
            changing(2, "\"faces\":[\(faces[0])", "\"faces\":[\(faces[0] % 6 + 1)"),
            "throw 1 of default: faces"
        )
        // dicectl accepts an export that begins anywhere.
        let part = try await verifier.run(Array(lines.dropFirst()))
        #expect(part == (1, "wrong: throw 1 of default: chain\n"))
        try await expectWrong(
            Array(lines[..<7]) + Array(lines[8...]),
            "throw 6 of default: chain"
        )
        try await expectWrong(
            Array(lines[...7]) + Array(lines[7...]),
            "turn 2 of default: chain"
        )
        try await expectWrong(changing(21, "bo|é", "bo|e"), "turn 4 of default: digest")
        try await expectWrong(
            changing(21, "\"reason\":\"absent\"", "\"reason\":\"disconnected\""),
            "turn 4 of default: digest"
        )
        try await expectWrong(
            changing(3, "\"edition\":5", "\"edition\":0"),
            "throw 2 of default: edition"
        )
        let newer = changing(3, "\"edition\":5", "\"edition\":9")
        #expect(
            try await verifier.run(newer) == (76, "not checked: edition 9 is newer\n")
        )
        var swapped = lines
        swapped.swapAt(3, 4)
        try await expectWrong(swapped, "throw 3 of default: chain")
    }

    /// Two turns of a match, both corrected; the second wins by its correction.
    @Test("the printed verifier accepts corrected turns") func ofCorrectedTurns() async throws {
        let room = try Room.here
        let verifier = try PrintedVerifier()
        let client = try await room.daemon().client()
        let game = #"""
            {"name":"quick","title":"Quick","dice":[2],"boxes":[
            {"box":"any","title":"Any","needs":{"alike":[1]},"points":{"sum":"all"},"wins":true},
            {"box":"one","title":"One","points":{"sum":1}}]}
            """#
        let document = try #require(JSON(game.utf8))
        try await client.result(
            "table.create",
            ["table": "quick", "players": ["ann", "bo"], "game": document]
        )
        for (by, boxes) in [("ann", ["any", "one"]), ("bo", ["one", "any"])]
            as [(String, [String])]
        {
            try await client.result(
                "table.roll",
                ["table": "quick", "animate": false, "by": .string(by)]
            )
            try await client.result(
                "table.endTurn",
                ["table": "quick", "by": .string(by), "box": .string(boxes[0])]
            )
            try await client.result(
                "table.correct",
                ["table": "quick", "by": .string(by), "box": .string(boxes[1])]
            )
        }
        let lines = try await room.did("export", "--all")
        #expect(try await verifier.run(lines) == (0, "right: 4 entries\n"))
        #expect(
            try await room.did("verify", "--all").contains("quick: 2 corrections right")
        )
        let history = try await room.did(
            "history",
            "-t",
            "quick",
            "--kind",
            "correction"
        )
        #expect(
            history.count == 2 && history[0].contains("quick turn 2 corrected by bo: "),
            "\(history)"
        )
        for (old, new) in [
            ("\"winners\":[\"bo\"]", "\"winners\":[\"ann\"]"),
            ("\"box\":\"any\"", "\"box\":\"one\""),
        ] {
            let changed = Array(lines[..<3]) + [lines[3].replacing(old, with: new)]
            #expect(changed != lines)
            let (status, output) = try await verifier.run(changed)
            #expect(
                status == 1 && output == "wrong: correction 2 of quick: digest\n",
                "\(output)"
            )
            try room.makeFile("changed", changed.map { $0 + "\n" }.joined())
            #expect(
                try await room.dicectl("verify", room.path("changed")).ending
                    == .exited(65)
            )
        }
    }

    /// The faults that it does not claim to find are listed.
    @Test("the printed verifier finds all forgeries except the listed ones") func ofForgeries()
        async throws
    {
        let wrong = try WrongHistory.all
        let found = try await PrintedVerifier().findsFaults(in: wrong.map(\.lines))
        try #require(found.count == wrong.count)
        let unseen = Set(zip(wrong, found).filter { !$1 }.map(\.0.name))
        #expect(unseen.subtracting(WrongHistory.unseenByPrintedVerifier).sorted() == [])
        #expect(
            WrongHistory.unseenByPrintedVerifier.subtracting(unseen).sorted() == [],
            "these are found"
        )
    }

    @Test("the printed verifier accepts honest histories") func ofHonestHistories() async throws {
        let honest = try HonestHistory.all.map { try $0.lines() }
        #expect(
            try await PrintedVerifier().findsFaults(in: honest)
                == honest.map { _ in false }
        )
    }

    @Test("the printed verifier accepts seedless entries unless seeds come first")
    func ofEntriesThatHaveNoSeed() async throws {
        let room = try Room.here
        let verifier = try PrintedVerifier()
        let lines = try await export(room)
        func before(_ line: String) throws -> String {
            var text = line
            for member in ["commitment", "seed", "digest", "chain"] {
                let value = try #require(JSON(line.utf8))[member].string ?? ""
                text = text.replacing(",\"\(member)\":\"\(value)\"", with: "")
            }
            return text
        }
        let old = try lines.map(before)
        #expect(try await verifier.run(old) == (0, "right: 22 entries\n"))
        let (status, output) = try await verifier.run(
            Array(lines[..<7]) + Array(old[7...])
        )
        #expect(status == 1)
        #expect(output == "wrong: turn 2 of default: commitment\n")
    }
}
