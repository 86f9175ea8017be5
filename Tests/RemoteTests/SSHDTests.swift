import Glibc
import ProgramTestSupport
import Testing

/// Through a real sshd.
@Suite("Through sshd", .quickRoom, .needs(.ssh, .sshKeygen, .sshd))
struct SSHDTests {
    @Test("a roll, a turn, the history and the status work on a remote machine")
    func play() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let server = try await SSHServer(room)
        try server.authorize([server.publicKey])
        let roll = try await server.did("roll", "--motion", "none")
        #expect(roll.count == 1 && roll[0].hasPrefix("default turn 1 roll 1 "))
        #expect(try await server.did("end").count == 1)
        #expect(try await server.did("history").count == 1)
        #expect(try await server.did("status").first?.hasSuffix(server.host) == true)
    }

    @Test("a denied login shows the message of ssh")
    func denied() async throws {
        let room = try Room.here
        let server = try await SSHServer(room)
        try server.authorize([])
        let outcome = try await server.dicectl("roll")
        #expect(outcome.ending == .exited(69))
        #expect(outcome.complaint.contains("Permission denied ("))
    }

    @Test(
        "a key line of `dicectl seat` can only play as that player at that table"
    )
    func seat() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "home", "dice": [6, 6]])
        let server = try await SSHServer(room)
        try server.authorize(
            try await room.did(
                "seat",
                room.path("ssh/key.pub"),
                "--as",
                "ann",
                "--only",
                "home"
            )
        )
        let roll = try #require(
            JSON(try await server.did("roll", "home", "--json").joined().utf8)
        )
        #expect(roll["by"] == "ann" && roll["table"] == "home")
        #expect(try await server.did("ls").count == 1)
        #expect(
            try await server.dicectl("roll", "default").complaint.contains(
                "no table"
            )
        )
        #expect(
            try await server.dicectl("roll", "home", "--as", "bo").complaint.contains(
                "acts only as"
            )
        )
        #expect(
            try await server.dicectl("new", "other", "d6").complaint.contains(
                "the person who invited you"
            )
        )
        #expect(
            try await server.dicectl("status").complaint.contains(
                "the person who invited you"
            )
        )
        let shell = try await server.run("echo hello; touch \(room.path("stray"))")
        #expect(
            shell.output == [] && !room.exists("stray"),
            "dicectl stdio is what runs"
        )
    }

    @Test(
        "a watcher's key receives every frame and can change nothing"
    )
    func onlooker() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1").client()
        try await client.result("table.create", ["table": "home", "dice": [6, 6]])
        let server = try await SSHServer(room)
        try server.authorize(
            try await room.did(
                "seat",
                room.path("ssh/key.pub"),
                "--as",
                "carol",
                "--only",
                "home",
                "--watch-only"
            )
        )
        let ann = try room.start(
            Programs.dicectl,
            ["watch", "home", "--json"],
            environment: room.clientEnvironment
        )
        let carol = try server.start("watch", "home", "--json")
        for watch in [ann, carol] {
            try await watch.output.first { $0.contains(#""dice""#) }
        }
        for _ in 1...2 {
            try await client.result("table.roll", ["table": "home"])
        }
        try await client.result("table.lock", ["table": "home", "dice": [1]])
        var seen: [[JSON]] = []
        for watch in [ann, carol] {
            try await watch.output.first { $0.contains("lockChanged") }
            // Watchers are notified at different times, and only the player is told that it may roll.
            let lines = watch.output.all.dropFirst().filter { !$0.contains("watchersChanged") }
            seen.append(
                lines.map { line in
                    var line = JSON(line.utf8) ?? .null
                    line["params"]["may"] = .null
                    return line
                }
            )
        }
        #expect(seen[0].count { $0["method"] == "frame" } > 10)
        #expect(seen[0] == seen[1])

        let before = try await client.result("table.get", ["table": "home"])["revision"]
        let raw = try server.protocolLines()
        let table = #""table":"home""#
        let changes = [
            ("table.roll", "{\(table)}"),
            ("table.roll", #"{"animate":7}"#),
            ("table.throw", #"{"expression":"d6"}"#),
            ("table.cancel", "{}"),
            ("table.lock", #"{"table":"home","dice":[2]}"#),
            ("table.unlock", "[]"),
            ("table.toggleLock", "{}"),
            ("table.endTurn", "{\(table)}"),
            ("table.create", "{}"),
            ("table.configure", "{\(table)}"),
            ("table.delete", "{\(table)}"),
            ("roll.save", "{}"),
            ("roll.delete", "{}"),
            ("server.backup", #"{"path":"/tmp/never"}"#),
            ("server.status", "{}"),
            ("session.confine", #"{"role":"play"}"#),
            ("session.confine", #"{"as":"ann"}"#),
            ("session.confine", #"{"tables":["home","default"]}"#),
        ].map { #"{"jsonrpc":"2.0","id":1,"method":"\#($0)","params":\#($1)}"# }
        for line in changes + ["[" + changes.joined(separator: ",") + "]"] {
            raw.write(line + "\n")
        }
        raw.write(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n")
        let last = try await raw.output.first { $0.contains(#""id":2"#) }
        #expect(last.index == changes.count + 1)
        for line in raw.output.all.prefix(changes.count) {
            #expect(JSON(line.utf8)?["error"]["code"] == 14, "\(line)")
        }
        let batch = raw.output.all[changes.count]
        #expect(batch.split(separator: #""code":14"#).count == changes.count + 1)
        #expect(!batch.contains("result"))
        #expect(
            try await client.result("table.get", ["table": "home"])["revision"]
                == before
        )
        for watch in [ann, carol] {
            watch.signal(SIGINT)
        }
    }
}
