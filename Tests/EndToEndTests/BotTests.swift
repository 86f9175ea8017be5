import DiceModel
import Glibc
import ProgramTestSupport
import Testing

@Suite("Bots", .quickRoom)
struct BotTests {
    /// A game with two boxes, so that hints are available at once.
    private static let game = #"""
        {"name":"two","title":"Two","dice":[6,6,6,6,6],"rollsPerTurn":2,"boxes":[
          {"box":"ones","title":"Ones","points":{"sum":1}},
          {"box":"sixes","title":"Sixes","points":{"sum":6}}]}
        """#

    /// A game with three boxes.
    private static let longGame = #"""
        {"name":"three","title":"Three","dice":[6,6,6,6,6],"rollsPerTurn":2,"boxes":[
          {"box":"ones","title":"Ones","points":{"sum":1}},
          {"box":"twos","title":"Twos","points":{"sum":2}},
          {"box":"sixes","title":"Sixes","points":{"sum":6}}]}
        """#

    @Test(
        "two bots play a match, wait and play the next, and a review shows the cost of decisions"
    )
    func match() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFile("two.json", Self.game)
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            room.path("two.json"),
            "--players",
            "ann,bo",
            "--pace",
            "4"
        )
        let client = try daemon.client()
        try await client.result("table.watch", ["table": "night"])
        var start = client.lines.count
        let ann = try room.startDicectl(
            "bot",
            "night",
            "--as",
            "ann",
            "--pace",
            "100",
            "--level",
            "casual"
        )
        let bo = try room.startDicectl(
            "bot",
            "night",
            "--as",
            "bo",
            "--pace",
            "100",
            "--json"
        )
        for _ in 1...2 {
            start =
                try await client.lines.first(from: start) {
                    $0["params"]["event"] == "gameOver"
                }
                .index + 1
            try await client.result("table.newGame", ["table": "night", "by": "ann"])
        }
        ann.signal(SIGINT)
        #expect(try await ann.ending() == .exited(130))
        bo.signal(SIGTERM)
        #expect(try await bo.ending() == .killed(by: SIGTERM))
        #expect(
            try await bo.complaint() == "dicectl: bo plays at night; press Ctrl-C to stop"
        )
        #expect(try await ann.wholeOutput().contains { $0.contains("ended by ann (bot): ") })

        _ = try await room.did("verify", "-t", "night")
        let review = try await room.did("review", "night", "--match", "1")
        #expect(
            review[0].hasPrefix("Two, match 1, ") && review[2].hasPrefix("ann ")
                && review[3].hasPrefix("bo ")
        )
        let json = try await room.dicectl("review", "night", "--match", "1", "--json")
            .json
        #expect(
            json["over"] == true && json["players"][1]["lost"] == 0
                && json["players"][1]["choices"].int ?? 0 > 1
        )
        try room.makeFile(
            "night.jsonl",
            try await room.did("export", "night").joined(separator: "\n")
        )
        #expect(
            try await room.did("review", room.path("night.jsonl"), "--match", "1")
                == review
        )
        #expect(
            try await room.refused("review", "night", "--match", "9").contains(
                "the first turn of match 9 is missing"
            )
        )
        #expect(
            try await room.refused("review", "night", "--match", "1", "--player", "cy")
                .contains(
                    "cy is not in match 1"
                )
        )
    }

    @Test(
        "a bot that is not a player gets advice; a game without hints has no perfect play or review"
    )
    func refused() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        #expect(try await room.refused("bot", "--as", "cy").contains("--game yahtzee"))
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            "pig",
            "--players",
            "ann,bo"
        )
        let stranger = try await room.refused("bot", "night", "--as", "cy")
        #expect(stranger.contains("cy is not a player of night"))
        #expect(stranger.contains("dicectl table set night --players ann,bo,cy"))
        #expect(
            try await room.refused("bot", "night", "--as", "bo", "--level", "perfect")
                .contains(
                    "--level good"
                )
        )
        #expect(try await room.refused("review", "night").contains("is missing"))
    }

    @Test("a bot plays in the seat of a player who rests until the player is back")
    func untilBack() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFile("two.json", Self.game)
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            room.path("two.json"),
            "--players",
            "ann,bo"
        )
        _ = try await room.did("rest", "bo", "-t", "night")
        let ann = try daemon.client()
        try await ann.result("table.watch", ["table": "night"])
        let bot = try room.startDicectl(
            "bot",
            "night",
            "--as",
            "bo",
            "--until-back",
            "--pace",
            "100"
        )
        let back = try await ann.lines.first { $0["params"]["event"] == "playerRests" }.element
        #expect(back["params"]["bot"] == true)
        #expect(back["params"]["entry"]["rests"] == false)
        let roll: JSON = ["table": "night", "by": "ann", "animate": false]
        try await ann.result("table.roll", roll)
        try await ann.result("table.endTurn", ["table": "night", "by": "ann", "box": "ones"])
        let turn = try await ann.lines.first {
            $0["params"]["event"] == "turnEnded" && $0["params"]["by"] == "bo"
        }.element
        #expect(turn["params"]["entry"]["bot"] == true)

        let bo = try daemon.client()
        try await bo.result("session.confine", ["as": "bo"])
        try await bo.result("table.watch", ["table": "night"])
        try await bot.errors.first { $0.contains("bo is at night; the bot has left") }
        #expect(try await bot.ending() == .exited(0))
        _ = try await room.did("verify", "-t", "night")
    }

    @Test("a player leaves in the middle of a match, a bot plays a turn, and the player is back")
    func midMatch() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFile("three.json", Self.longGame)
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            room.path("three.json"),
            "--players",
            "bo,ann"
        )
        let ann = try daemon.client()
        try await ann.result("table.watch", ["table": "night"])
        func play(_ client: Client, _ name: JSON, _ box: JSON) async throws {
            let roll: JSON = ["table": "night", "by": name, "animate": false]
            try await client.result("table.roll", roll)
            try await client.result("table.endTurn", ["table": "night", "by": name, "box": box])
        }
        func bo() async throws -> Client {
            let bo = try daemon.client()
            try await bo.result("session.confine", ["as": "bo"])
            try await bo.result("table.watch", ["table": "night"])
            return bo
        }

        let first = try await bo()
        try await play(first, "bo", "ones")
        first.close()
        let bot = try room.startDicectl(
            "bot",
            "night",
            "--as",
            "bo",
            "--until-back",
            "--pace",
            "100"
        )
        try await ann.lines.first { $0["params"]["bots"][0] == "bo" }
        try await play(ann, "ann", "ones")
        try await ann.lines.first { $0["params"]["entry"]["bot"] == true }
        let back = try await bo()
        #expect(try await bot.ending() == .exited(0))
        try await play(ann, "ann", "twos")
        let snapshot = try await ann.result("table.get", ["table": "night"])
        #expect(snapshot["up"] == "bo" && snapshot["bots"] == .null)
        let left = snapshot["game"]["sheets"][0]["boxes"]["sixes"] == .null ? "sixes" : "twos"
        try await play(back, "bo", .string(left))
        try await play(ann, "ann", "sixes")

        let history = try await ann.result("table.history", ["table": "night"])
        #expect(
            history["entries"].array.reversed().map(\.["bot"]) == [nil, nil, true, nil, nil, nil]
        )
        let lines = try await room.did("history", "-t", "night")
        #expect(lines.filter { $0.contains("bo (bot): ") }.count == 1)
        _ = try await room.did("verify", "-t", "night")
    }

    @Test("a bot for one match ends with it, or with its table", arguments: [false, true])
    func oneMatch(isDeleted: Bool) async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFile("two.json", Self.game)
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            room.path("two.json"),
            "--players",
            isDeleted ? "ann,robo" : "robo"
        )
        let client = try daemon.client()
        try await client.result("table.watch", ["table": "night"])
        let bot = try room.startDicectl("bot", "night", "--as", "robo", "--one-match")
        if isDeleted {
            try await client.lines.first { $0["params"]["bots"][0] == "robo" }
            try await client.result("table.delete", ["table": "night"])
        }
        #expect(try await bot.ending() == .exited(0))
    }

    @Test("a bot ends when nobody reads its output, as a program does that started it")
    func unread() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        _ = try await room.did("table", "new", "night", "--game", "pig", "--players", "ann,robo")
        let client = try daemon.client()
        try await client.result("table.watch", ["table": "night"])
        let shell = try room.start(
            "/bin/sh",
            ["-c", #""$0" bot night --as robo --one-match | head -n 1"#, Programs.dicectl],
            environment: room.clientEnvironment
        )
        #expect(try await shell.ending() == .exited(0))
        // The daemon may answer before it reads that the bot has gone.
        try await Patience.until("no bot plays") {
            try await client.result("table.get", ["table": "night"])["bots"] == .null
        }
    }

    @Test("a bot is not needed while its player is at the table")
    func notNeeded() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        _ = try await room.did("table", "new", "night", "--game", "pig", "--players", "bo,ann")
        let bo = try daemon.client()
        try await bo.result("session.confine", ["as": "bo"])
        try await bo.result("table.watch", ["table": "night"])
        let bot = try room.startDicectl("bot", "night", "--as", "bo", "--until-back")
        #expect(try await bot.ending() == .exited(0))
    }

    @Test("a bot waits after a person's turn, so that the person can correct it")
    func patience() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFile("two.json", Self.game)
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            room.path("two.json"),
            "--players",
            "ann,bo"
        )
        let ann = try daemon.client()
        try await ann.result("table.watch", ["table": "night"])
        let bot = try room.startDicectl(
            "bot",
            "night",
            "--as",
            "bo",
            "--pace",
            "100",
            "--patience",
            "1"
        )
        try await ann.lines.first { $0["params"]["bots"][0] == "bo" }
        try await ann.result("table.roll", ["table": "night", "by": "ann", "animate": false])
        try await ann.result("table.endTurn", ["table": "night", "by": "ann", "box": "ones"])
        try await ann.result("table.correct", ["table": "night", "by": "ann", "box": "sixes"])
        let entry = try await ann.lines.first {
            $0["params"]["event"] == "turnEnded" && $0["params"]["by"] == "bo"
        }.element["params"]["entry"]
        bot.signal(SIGKILL)
        let history = try await ann.result(
            "table.history",
            ["table": "night", "kind": "correction"]
        )
        let corrected = try #require(
            history["entries"][0]["endedAt"].string.flatMap { Timestamp($0) }
        )
        let rolled = try #require(
            entry["rolls"][0]["at"].string.flatMap { Timestamp($0) }
        )
        let wait = rolled.millisecondsSinceEpoch - corrected.millisecondsSinceEpoch
        #expect(wait >= 1_000)
    }

    @Test("a bot waits for a lost daemon and continues to play")
    func back() async throws {
        let room = try Room.here
        var daemon = try await room.daemon()
        _ = try await room.did(
            "table",
            "new",
            "night",
            "--game",
            "pig",
            "--players",
            "ann,bo",
            "--pace",
            "4"
        )
        let ann = try room.startDicectl("bot", "night", "--as", "ann", "--pace", "100")
        try await ann.output.first {
            $0.contains("ann locked") || $0.contains("turn 1 ended")
        }
        try await daemon.kill()
        try await ann.errors.first { $0.contains("disconnected") }
        daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result("table.watch", ["table": "night"])
        // The bot plays for the current player: bo's turn ends by hand.
        let bo = try room.startDicectl("bot", "night", "--as", "bo", "--pace", "100")
        try await client.lines.first {
            $0["params"]["event"] == "turnEnded" && $0["params"]["by"] == "ann"
        }
        for bot in [ann, bo] {
            bot.signal(SIGKILL)
        }
    }
}
