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
        _ = try await room.dicectl("roll", "--as", "ann", "--to", "gm", "2d6")
        _ = try await room.did("roll", "--as", "bo", "d4")
        _ = try await room.did("again", "--as", "ann", "-2")
        var entry = try await newest()
        #expect(entry["label"] == "the orc" && entry["expression"] == "1d20+9")
        #expect(entry["seenBy"] == .null)
        _ = try await room.dicectl("again", "--as", "ann", "-2")
        #expect(try await newest()["seenBy"] == ["ann", "gm"])
        _ = try await room.did("roll", "--as", "ann", "attack", "bonus=7")
        _ = try await room.dicectl("save", "attack", "1d20+10")
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

    @Test("the login name sees its own secret throws without `--as`, but not with `--public`")
    func ownSecrets() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let login = try #require(try await client.result("session.confine")["as"].string)
        let secret = try await room.dicectl("roll", "--secret", "d20")
        #expect(
            secret.complaint
                == "dicectl: throw 1 is secret; to reveal it: dicectl show 1"
        )
        #expect(try await room.dicectl("again").ending == .exited(0))
        let blind = try await room.dicectl("roll", "--blind", "--to", "gm", "d20", "-t", "default")
        #expect(blind.complaint.contains("throw 3 is secret; gm can reveal it: dicectl show 3"))
        #expect(try await room.dicectl("roll", "--secret", "d20", "--json").complaint == "")
        func hidden(_ arguments: String...) async throws -> [Bool] {
            try await room.dicectl(arguments + ["--json"]).json["entries"].array.map {
                $0["hidden"] == true
            }
        }
        #expect(try await hidden("history", "--kind", "throw") == [false, true, false, false])
        #expect(
            try await hidden("history", "--kind", "throw", "--public")
                == [true, true, true, true]
        )
        #expect(try await hidden("history", "--kind", "throw", "--as", "gm")[1] == false)
        #expect(
            try await room.refused("history", "--public", "--as", "gm", status: 64)
                .contains("--public")
        )
        #expect(try await room.did("export").allSatisfy { $0.contains(#""hidden":true"#) })
        #expect(
            try await room.did("export", "--as", login).count {
                $0.contains(#""hidden":true"#)
            } == 1
        )
    }

    @Test("`show` says whether the throw was secret")
    func show() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("roll", "d20")
        _ = try await room.dicectl("roll", "--secret", "d20")
        #expect(try await room.did("show", "1") == ["throw 1 is not secret; everyone sees it"])
        #expect(try await room.did("show", "2") == ["throw 2 revealed"])
        #expect(try await room.did("show", "2") == ["throw 2 is not secret; everyone sees it"])
        #expect(try await room.dicectl("show", "2", "--json").output == ["{}"])
        #expect(try await room.refused("show", "9").contains("no finished throw 9"))
    }

    @Test("advice about games and tables leaves the dice of a table as they are")
    func gamesForTables() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("table", "new", "odd", "d20", "2d6")
        for command in ["score", "hint"] {
            let refusal = try await room.refused(command, "-t", "odd")
            #expect(!refusal.contains("table set"))
            #expect(refusal.contains("dicectl table new yahtzee --game yahtzee"))
        }
        let set = try await room.dicectl("table", "set", "odd", "--game", "pig")
        let back = "dicectl table set --game none --dice d20,2d6 --rolls any -t odd"
        #expect(set.complaint.contains(back))
        let words = back.split(separator: " ").dropFirst().map(String.init)
        let restored = try await room.dicectl(words)
        #expect(restored.output == ["odd has 3 dice"])
        #expect(try await room.refused("again", "odd", status: 64).contains("dicectl again -t odd"))
    }

    @Test("a misspelled name of a saved die gets a suggestion")
    func savedDie() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("save", "proficiency", "d{1, 2}")
        let refusal = try await room.refused("roll", "2d[profficiency]", status: 64)
        #expect(refusal.contains("did you mean `proficiency`?"))
    }

    @Test("`rest` lets a player rest and play again, and `table show` names those who rest")
    func rest() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("table", "new", "y", "--game", "yahtzee", "--players", "ann,bo,cy")
        let rests = try await room.did("rest", "bo", "-t", "y")
        #expect(rests == ["bo rests in the match of y; ann is up"])
        #expect(try await room.did("table", "show", "y").contains("bo rests"))
        let back = try await room.did("rest", "--back", "bo", "-t", "y")
        #expect(back == ["nobody rests in the match of y; ann is up"])
        #expect(try await !room.did("table", "show", "y").contains { $0.contains("rests") })
        let unknown = try await room.refused("rest", "bob", "-t", "y")
        #expect(unknown.contains("ann, bo, cy"))
    }

    @Test("`correct` says what holds, and suggests no roll to anyone")
    func tooLate() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("table", "new", "y", "--game", "yahtzee", "--players", "ann,bo")
        for _ in 0..<2 {
            let refusal = try await room.refused("correct", "ones", "-t", "y", "--as", "ann")
            #expect(!refusal.contains("dicectl roll"))
            #expect(refusal.contains("dicectl score -t y"))
            _ = try await room.did("roll", "y", "--as", "ann")
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
        let totals = try await room.did("history", "y", "--totals")
        #expect(totals.last?.split(separator: " ") == ["ann", "1", "\(points).0", points])
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
