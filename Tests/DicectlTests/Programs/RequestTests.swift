import DiceModel
import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import dicectl

/// The requests that the built dicectl sends for given arguments.
@Suite("requests of dicectl", .room)
struct RequestTests {
    @Test(
        "each command and option is in the request",
        arguments: [
            (["roll"], "table.roll", ["table": "default"]),
            (
                ["roll", "--no-animation"], "table.roll",
                ["table": "default", "animate": false]
            ),
            (
                ["roll", "--restart"], "table.roll",
                ["table": "default", "restart": true]
            ),
            (["roll", "3", "1"], "table.roll", ["table": "default", "dice": [3, 1]]),
            (
                ["roll", "--as", "ann"], "table.roll",
                ["table": "default", "by": "ann"]
            ),
            (["roll", "--table", "t"], "table.roll", ["table": "t"]),
            (
                ["roll", "--secret", "d20", "--label", "x"], "table.throw",
                ["table": "default", "expression": "d20", "label": "x", "seenBy": []]
            ),
            (
                [
                    "roll", "--to", "bo", "adv", "--to", "gm", "--to", "bo", "--as",
                    "ann",
                    "--times", "2",
                ],
                "table.throw",
                [
                    "table": "default", "expression": "2x(adv)", "by": "ann",
                    "seenBy": ["ann", "bo", "gm"],
                ]
            ),
            (
                ["roll", "--secret", "--to", "gm", "--as", "gm", "attack"],
                "table.throw",
                ["table": "default", "saved": "attack", "by": "gm", "seenBy": ["gm"]]
            ),
            (
                ["roll", "--blind", "--to", "gm", "-t", "t", "attack", "bonus=2"],
                "table.throw",
                [
                    "table": "t", "saved": "attack", "values": ["bonus": 2],
                    "seenBy": ["gm"],
                ]
            ),
            (["show", "3"], "table.show", ["table": "default", "throw": 3]),
            (
                ["show", "3", "-t", "t", "--as", "gm"], "table.show",
                ["table": "t", "throw": 3, "by": "gm"]
            ),
            (
                ["table", "show", "--as", "gm"], "table.get",
                ["table": "default", "viewer": "gm"]
            ),
            (
                ["watch", "--as", "gm"], "table.watch",
                ["table": "default", "frames": "plan", "viewer": "gm", "sheets": false]
            ),
            (
                ["history", "--as", "gm"], "table.history",
                ["table": "default", "limit": 20, "viewer": "gm"]
            ),
            (
                ["export", "--as", "gm", "--by", "bo"], "table.history",
                [
                    "table": "default", "limit": 1000, "by": "bo", "kind": "all",
                    "viewer": "gm",
                ]
            ),
            (
                ["verify", "--as", "gm"], "table.history",
                ["table": "default", "limit": 1000, "kind": "all", "viewer": "gm"]
            ),
            (
                ["roll", "--table", "t", "--restart", "--no-animation", "2"],
                "table.roll",
                ["table": "t", "animate": false, "restart": true, "dice": [2]]
            ),
            (
                ["lock", "1", "--table", "t"], "table.lock",
                ["table": "t", "dice": [1]]
            ),
            (
                ["unlock", "1", "2"], "table.unlock",
                ["table": "default", "dice": [1, 2]]
            ),
            (
                ["toggle", "2", "--table", "t"], "table.toggleLock",
                ["table": "t", "dice": [2]]
            ),
            (
                ["end-turn", "--as", "ann", "--table", "t"], "table.endTurn",
                ["table": "t", "by": "ann"]
            ),
            (
                ["lock", "1", "--as", "ann"], "table.lock",
                ["table": "default", "dice": [1], "by": "ann"]
            ),
            (
                ["unlock", "1", "--as", "ann"], "table.unlock",
                ["table": "default", "dice": [1], "by": "ann"]
            ),
            (
                ["toggle", "1", "--as", "ann"], "table.toggleLock",
                ["table": "default", "dice": [1], "by": "ann"]
            ),
            (
                ["keep", "1,3", "t", "--as", "ann"], "table.lock",
                ["table": "t", "dice": [1, 3], "only": true, "by": "ann"]
            ),
            (["keep"], "table.lock", ["table": "default", "dice": [], "only": true]),
            (
                ["settle", "--as", "ann"], "table.cancel",
                ["table": "default", "by": "ann"]
            ),
            (["end", "t"], "table.endTurn", ["table": "t"]),
            (
                ["table", "set", "t", "--players", "ann, bo", "--rolls", "3"],
                "table.configure",
                ["table": "t", "players": ["ann", "bo"], "rollsPerTurn": 3]
            ),
            (
                [
                    "set", "-t", "t", "--dice", "2d6 d20", "--players", "none",
                    "--rolls", "any",
                ],
                "table.configure",
                ["table": "t", "dice": [6, 6, 20], "players": [], "rollsPerTurn": 0]
            ),
            (
                ["table", "new", "t", "d6", "d{hit, 2 miss, }"], "table.create",
                ["table": "t", "dice": [6, ["faces": ["hit", "2 miss", "blank"]]]]
            ),
            (
                ["table", "set", "t", "--pace", "2"], "table.configure",
                ["table": "t", "pace": 2]
            ),
            (
                ["table", "set", "t", "--no-hand"], "table.configure",
                ["table": "t", "hand": false]
            ),
            (
                ["table", "new", "t", "d6", "--hand"], "table.create",
                ["table": "t", "dice": [6], "hand": true]
            ),
            (
                ["table", "new", "t", "d6", "--pace", "4"], "table.create",
                ["table": "t", "dice": [6], "pace": 4]
            ),
            (
                ["table", "set", "--dice", "5d6"], "table.configure",
                ["table": "default", "dice": [6, 6, 6, 6, 6]]
            ),
            (["cancel", "--table", "t"], "table.cancel", ["table": "t"]),
            (
                ["history", "--table", "t"], "table.history",
                ["table": "t", "limit": 20]
            ),
            (
                ["history", "--limit", "5", "--before", "9"], "table.history",
                ["table": "default", "limit": 5, "before": 9]
            ),
            (
                [
                    "history", "--by", "bo", "--since", "2026-11-14T20:00Z", "--until",
                    "2026-11-15 00:30:01Z",
                ],
                "table.history",
                [
                    "table": "default", "limit": 1000, "by": "bo",
                    "since": "2026-11-14T20:00:00.000Z",
                    "until": "2026-11-15T00:30:01.000Z",
                ]
            ),
            (
                ["save", "attack", "1d20", "+", "7"], "roll.save",
                ["name": "attack", "expression": "1d20 + 7"]
            ),
            (
                ["save", "attack", "1d20", "--owner", "ann"], "roll.save",
                ["name": "attack", "expression": "1d20", "by": "ann", "owner": "ann"]
            ),
            (["saved"], "roll.list", nil),
            (["saved", "--all", "--owner", "bo"], "roll.list", ["by": "bo", "all": true]),
            (["unsave", "attack", "--json"], "roll.delete", ["name": "attack"]),
            (
                ["stats", "t", "--by", "bo", "--sides", "d20"], "table.stats",
                ["table": "t", "by": "bo", "sides": 20, "progress": true]
            ),
            (
                ["stats", "-t", "t", "--sides", "6"], "table.stats",
                ["table": "t", "sides": 6, "progress": true]
            ),
            (
                ["history", "--all", "--limit", "5"], "table.history",
                ["table": "*", "limit": 5]
            ),
            (
                ["history", "--totals", "t"], "table.history",
                ["table": "t", "limit": 1000]
            ),
            (
                ["history", "--csv"], "table.history",
                ["table": "default", "limit": 1000]
            ),
            (
                ["export", "--all", "--by", "bo"], "table.history",
                ["table": "*", "limit": 1000, "by": "bo", "kind": "all"]
            ),
            (
                ["export"], "table.history",
                ["table": "default", "limit": 1000, "kind": "all"]
            ),
            (
                ["archive", "t", "--before", "2026-01-01", "f.jsonl"], "table.prune",
                [
                    "table": "t", "last": 0,
                    "chain":
                        "0000000000000000000000000000000000000000000000000000000000000000",
                ]
            ),
            (["table", "show", "t"], "table.get", ["table": "t"]),
            (
                ["table", "new", "t", "2d6", "d20"], "table.create",
                ["table": "t", "dice": [6, 6, 20]]
            ),
            (
                ["table", "new", "--table", "t", "2d6"], "table.create",
                ["table": "t", "dice": [6, 6]]
            ),
            (["table", "rm", "t", "--yes"], "table.delete", ["table": "t"]),
            (["table", "rm", "-y", "--table", "t"], "table.delete", ["table": "t"]),
            (
                ["roll", "--motion", "none"], "table.roll",
                ["table": "default", "animate": false]
            ),
            (["roll", "t", "1-3"], "table.roll", ["table": "t", "dice": [1, 2, 3]]),
            (["-t", "t", "roll", "all"], "table.roll", ["table": "t"]),
            (
                ["--table=t", "--json", "lock", "1,4"], "table.lock",
                ["table": "t", "dice": [1, 4]]
            ),
            (["lock", "all"], "table.get", ["table": "default"]),
            (["unlock", "t"], "table.get", ["table": "t"]),
            (["table", "list"], "table.list", nil),
            (["status"], "server.status", nil),
            (
                ["watch", "--table", "t"], "table.watch",
                ["table": "t", "frames": "plan", "sheets": false]
            ),
            (
                ["watch", "--format", "{{dice}}"], "table.watch",
                ["table": "default", "frames": "plan", "sheets": false]
            ),
            (["watch", "--json"], "table.watch", ["table": "default"]),
        ] as [([String], String, JSON)]
    )
    func request(_ arguments: [String], _ method: String, _ params: JSON) async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(
            room,
            isShown: method == "table.get",
            .error(WireError(example: .storeFailed))
        )
        let outcome = try await room.start(
            Programs.dicectl,
            arguments,
            environment: room.clientEnvironment
        ).outcome()
        #expect(outcome.ending == .exited(1))
        #expect(
            outcome.complaint.contains(
                arguments.contains("--json") ? "storageFailed" : "dicectl status"
            )
        )
        // What a request needs is asked for first: the definition of a saved roll, the name of the
        // connection, the events of a table.
        let first: [JSON] = ["roll.list", "session.confine", "table.watch"]
        let requests = daemon.requests.all.filter {
            !first.contains($0["method"]) || $0["method"] == .string(method)
        }
        #expect(requests.map { $0["method"] } == [.string(method)])
        #expect(
            requests.first?["params"].without("entropy") == params.without("entropy")
        )
    }

    @Test("a connection that ends before the daemon has agreed is made once more")
    func killedDaemon() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room) { number, request in
            number == 0 || request["method"] != "hello" ? .hangUp : .result(ScriptedDaemon.hello)
        }
        let outcome = try await room.dicectl("roll", "--no-autostart")
        #expect(outcome.ending == .exited(69), "the second one has agreed, so it is not repeated")
        #expect(daemon.requests.all.map { $0["method"] } == ["table.roll"])
    }

    @Test("a page server that ends while a tunnel asks it to serve its address is asked once more")
    func killedPageServer() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room, .silence)
        let web = try ScriptedDaemon(room, socket: room.path("run/web.sock")) { number, request in
            switch request["method"] {
            case "hello": .result(ScriptedDaemon.hello)
            case _ where number == 1: .hangUp
            case "link.make":
                .result(#"{"url":"https://a.example/#t","expires":"2026-11-20T00:00:00.000Z"}"#)
            default: .result(#"{"port":9}"#)
            }
        }
        let child = try room.start(
            Programs.dicectl,
            ["web", "--through", "sleep 1000", "--public-url", "https://a.example"],
            environment: room.clientEnvironment
        )
        try await child.output.first { $0 == "https://a.example/#t" }
        web.hangUp(0)
        try await web.requests.until { $0.count == 5 }
        let requests = web.requests.all.map { [$0["method"], $0["params"]["origin"]] }
        let opened: [JSON] = ["origin.open", "https://a.example"]
        #expect(
            requests == [["origin.open", .null], opened, ["link.make", .null], opened, opened]
        )
        child.signal(SIGINT)
        #expect(try await child.ending() == .exited(130))
    }

    @Test(
        "a daemon is told the name that it gave the connection where a command looks",
        arguments: [["history"], ["watch"], ["table", "show"], ["again"]]
    )
    func viewer(_ arguments: [String]) async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room, isShown: true) { _, request in
            switch request["method"] {
            case "hello": .result(ScriptedDaemon.hello)
            case "session.confine": .result(#"{"as":"ann","role":"play"}"#)
            default: .error(WireError(example: .storeFailed))
            }
        }
        for (more, viewer) in [([], "ann"), (["--as", "bo"], "bo")] as [([String], JSON)] {
            _ = try await room.dicectl(arguments + more)
            #expect(daemon.requests.all.last?["params"]["viewer"] == viewer)
        }
        _ = try await room.dicectl(arguments, ["DICECTL_AS": "cleo"])
        #expect(daemon.requests.all.last?["params"]["viewer"] == "cleo")
        guard arguments != ["again"] else { return }
        _ = try await room.dicectl(arguments + ["--public"])
        #expect(daemon.requests.all.last?["params"]["viewer"] == .null)
    }

    @Test("$DICECTL_AS and $DICECTL_TABLE are the defaults of the options")
    func standing() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room, .error(WireError(example: .storeFailed)))
        let standing = ["DICECTL_AS": "ann", "DICECTL_TABLE": "t"]
        for arguments in [["roll"], ["roll", "--restart", "-t", "t"], ["end"], ["lock", "1"]] {
            _ = try await room.dicectl(arguments, standing)
            _ = try await room.dicectl(arguments + ["--as", "bo"], standing)
            let asked = daemon.requests.all.suffix(2)
            #expect(asked.map { $0["params"]["by"] } == ["ann", "bo"])
            #expect(asked.map { $0["params"]["table"] } == ["t", "t"])
        }
        for (variable, arguments) in [
            ("DICECTL_AS", ["roll"]), ("DICECTL_AS", ["history"]), ("DICECTL_TABLE", ["end"]),
        ] {
            let outcome = try await room.dicectl(arguments, [variable: " \u{7}"])
            #expect(outcome.ending == .exited(64))
            #expect(outcome.complaint.contains(variable))
        }
        _ = try await room.dicectl(["export"], standing)
        #expect(daemon.requests.all.last?["params"]["viewer"] == .null)
    }

    @Test("watch asks for each table once, in order")
    func watch() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room, .silence)
        let watch = try room.startDicectl("watch", "b", "a", "b", "--public")
        try await daemon.requests.until { $0.count >= 2 }
        watch.signal(SIGINT)
        #expect(try await watch.ending() == .exited(130))
        let asked = daemon.requests.all.filter { $0["method"] == "table.watch" }
        #expect(asked.map { $0["params"]["table"] } == ["b", "a"])
    }

    @Test(
        "a request names the player only with `--as`",
        arguments: [["roll"], ["end"], ["lock", "1"]]
    )
    func player(_ arguments: [String]) async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(
            room,
            .error(WireError(example: .storeFailed))
        )
        let environment = room.clientEnvironment.merging(["LOGNAME": "log"]) { $1 }
        for more in [[], ["--as", "ann"]] {
            _ = try await room.start(
                Programs.dicectl,
                arguments + more,
                environment: environment
            )
            .outcome()
        }
        #expect(daemon.requests.all.map { $0["params"]["by"] } == [.null, "ann"])
    }

    @Test(
        "a player without `--as` is the daemon's name for the user: an account or a number"
    )
    func login() {
        #expect(
            Player.login
                == getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) }
        )
        #expect(PlayerLabel.ofAccount("ann", uid: 7) == "ann")
        #expect(PlayerLabel.ofAccount("a\u{7}", uid: 7) == "uid 7")
        #expect(PlayerLabel.ofAccount(nil, uid: 7) == "uid 7")
    }

    @Test(
        "`--socket` overrides `$DICED_SOCKET`, and hello with the program's name is sent first"
    )
    func socket() async throws {
        let room = try Room.here
        let heard = Recorded<JSON>("hellos")
        _ = try ScriptedDaemon(room) { _, request in
            heard.append(request)
            return .error(WireError(example: .unsupportedProtocol))
        }
        let outcome = try await room.start(
            Programs.dicectl,
            ["status", "--socket", room.socket],
            environment: ["DICED_SOCKET": "/nonexistent/s"]
        ).outcome()
        #expect(outcome.ending == .exited(76))
        let hello = try #require(heard.all.first)
        #expect(hello["method"] == "hello" && hello["params"]["protocol"] == 1)
        #expect(
            hello["params"]["client"].string?.contains(
                /^dicectl\/[0-9]+\.[0-9]+\.[0-9]+$/
            ) == true
        )
    }

    @Test("an unconfirmed or ambiguous `table rm` sends no request")
    func removing() async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room, .result("{}"))
        for arguments in [
            ["table", "rm", "t"], ["table", "rm", "t", "--yes", "--table", "u"],
        ] {
            let outcome = try await room.start(
                Programs.dicectl,
                arguments,
                environment: room.clientEnvironment
            )
            .outcome()
            #expect(outcome.ending == .exited(64))
            #expect(outcome.output.isEmpty)
        }
        #expect(try await room.did("table", "rm", "t", "--yes") == ["t removed"])
        #expect(daemon.requests.count == 1)
    }
}
