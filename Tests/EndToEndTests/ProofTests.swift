import Glibc
import ProgramTestSupport
import Testing

@Suite("Verifiable history", .quickRoom)
struct ProofTests {
    @Test(
        "the commitments of rolls, throws and an ended turn are noted and verified later"
    )
    func promised() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("roll", "4d6kh3", "2d6!", "--motion", "none")
        _ = try await room.did("end-turn")
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("end-turn")
        let report = try await room.did("verify")
        #expect(
            report.joined(separator: "\n").contains(
                "turns 1 to 2 of default: 2 rolls right, 2 promised to you beforehand"
            ),
            "\(report)"
        )
        #expect(try room.mode("home/.local/state/dicectl/seen") == 0o600)
        #expect(try await room.dicectl("verify", "--json").ending == .exited(0))
    }

    @Test(
        "a roll that finds its turn full is sent again with fresh entropy for the next commitment"
    )
    func fullTurn() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        var last = 0
        for _ in 1...1_000 {
            last = await client.begin("table.roll", ["animate": false])
        }
        #expect(try await client.reply(last)["result"]["roll"] == 1_000)
        let roll = try await room.dicectl("roll", "--motion", "none", "--json")
        #expect(roll.ending == .exited(0))
        #expect(roll.complaint == "")
        #expect(
            roll.json["turn"] == 2 && roll.json["roll"] == 1
                && roll.json["entropy"].string?.count == 32
        )
        #expect(
            try await client.result("table.history")["entries"].array.map { $0["full"] }
                == [true]
        )
        _ = try await room.did("end-turn")
        let report = try await room.did("verify").joined(separator: "\n")
        #expect(
            report.contains(
                "turns 1 to 2 of default: 1001 rolls right, 1 promised to you beforehand"
            ),
            "\(report)"
        )
    }

    @Test(
        "a contributor that withholds its reveal makes a roll void, is named and is counted"
    )
    func withheld() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0.hasPrefix("default turn 1 roll 0") }
        let secret = String(repeating: "0", count: 64)
        try await client.result(
            "table.contribute",
            ["commitment": .string(secret), "by": "puppet"]
        )
        let roll = try await room.did("roll", "--motion", "none", "--as", "ann")
        #expect(
            roll.count == 1 && roll[0].contains("void") && roll[0].contains("puppet")
        )
        #expect(
            try await watch.output.first { $0.contains("void") }.element.contains(
                "puppet"
            )
        )
        #expect(
            try await client.result("table.roll", ["animate": false])["outcome"]
                == "completed"
        )
        _ = try await room.did("end-turn")
        let lines = try await room.did("verify")
        #expect(lines.contains("default: 1 roll of ann void: puppet did not answer"))
    }
}
