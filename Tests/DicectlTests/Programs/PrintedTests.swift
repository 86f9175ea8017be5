import Foundation
import ProgramTestSupport
import Testing

/// The built dicectl's output for the daemon's answers.
@Suite("output of dicectl", .room)
struct PrintedTests {
    private static let dice =
        #"[{"die":1,"sides":6,"value":4,"locked":false,"animating":false},"#
        + #"{"die":2,"sides":6,"value":3,"locked":true,"animating":false}]"#

    @Test("`--json` prints the result byte for byte", arguments: Answers.commands)
    func json(_ arguments: [String], _ answer: String) async throws {
        let room = try Room.here
        let members = answer.dropFirst().replacing("\":", with: "\" : ")
        let result =
            #"{ "new" : [ 1,2.50 , "\u00e9" ],"z":{},"a":null\#(members == "}" ? "" : ",")\#(members)"#
        _ = try ScriptedDaemon(
            room,
            isShown: arguments.prefix(2) == ["table", "show"],
            .result(result)
        )
        let outcome = try await room.start(
            Programs.dicectl,
            arguments + ["--json"],
            environment: room.clientEnvironment
        ).outcome()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.complaint == "")
        #expect(outcome.output == [result])
    }

    @Test("a roll is printed in plain lines, and with `--plain` as a sentence")
    func roll() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(
            room,
            .result(
                #"{"table":"default","turn":2,"roll":3,"by":"ann","outcome":"cancelled","reason":"restart","#
                    + #""rolled":[1],"dice":\#(Self.dice),"total":7}"#
            )
        )
        #expect(
            try await room.did("roll") == [
                "default turn 2 roll 3 ann: 4 [3] = 7 (cut short: restart)"
            ]
        )
        #expect(
            try await room.did("roll", "--plain") == [
                "ann rolled 4, 3 locked (cut short: restart). Total 7."
            ]
        )
        let sentence = try await room.did("roll", "--as", "x", "--plain")
        #expect(sentence == ["ann rolled 4, 3 locked (cut short: restart). Total 7."])
    }

    @Test(
        "an invalid motion variable is reported and means no motion",
        arguments: ["bogus", "", "none"]
    )
    func motionVariable(_ value: String) async throws {
        let room = try Room.here
        let daemon = try ScriptedDaemon(room, .silence)
        let child = try room.start(
            Programs.dicectl,
            ["roll"],
            environment: room.clientEnvironment.merging(["DICECTL_MOTION": value]) {
                $1
            }
        )
        let request = try await daemon.requests.first { _ in true }.element
        child.signal(SIGINT)
        let told =
            "dicectl: DICECTL_MOTION is \"bogus\", not full, reduced or none; using full"
        // On a busy machine, dicectl may also report that the daemon is not answering.
        let lines = try await child.outcome().complaint.split(separator: "\n").filter {
            $0.contains("MOTION")
        }
        #expect(lines == (value == "bogus" ? [told[...]] : []))
        #expect(
            request["params"]["animate"] == (value == "none" ? .bool(false) : .null)
        )
    }

    @Test("the list of tables is printed in plain lines")
    func tables() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(
            room,
            .result(
                #"{"tables":[{"table":"a","dice":5,"turn":1,"roll":0,"rolling":false,"watchers":0},"#
                    + #"{"table":"long","dice":10,"turn":2,"roll":3,"rolling":true,"watchers":12}]}"#
            )
        )
        #expect(
            try await room.did("table", "list") == [
                "a     5   1  0  still    0", "long  10  2  3  rolling  12",
            ]
        )
        #expect(try await room.did("ls") == room.did("table", "list"))
    }

    @Test(
        "the status shows how slow the dice are and whether they are seeded",
        arguments: [
            (
                #","seeded":true,"slow":1000"#, "yes, the rolls are repeatable",
                "yes, dice take 1000 times as long"
            ),
            (#","seeded":false"#, "no", nil),
        ] as [(String, String, String?)]
    )
    func status(_ members: String, _ seeded: String, _ slow: String?) async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(
            room,
            .result(
                #"{"version":"1.2.3","pid":12,"uptime":359,"tables":2,"clients":3,"watchers":4,"animating":5\#(members)}"#
            )
        )
        let wanted = [
            "version    1.2.3", "pid        12", "uptime     5 min",
            "socket     \(room.socket)",
            "tables     2",
            "clients    3", "watchers   4", "in flight  5 dice", "seeded     \(seeded)",
        ]
        #expect(
            try await room.did("status") == wanted
                + (slow.map { ["slow       \($0)"] } ?? [])
        )
    }

    @Test(
        "the status shows the store, the log and who started the daemon",
        arguments: [
            (
                #","log":"/r/diced.log","startedBy":"dicectl""#, ", started by dicectl",
                "/r/diced.log"
            ),
            (
                #","log":"journal","startedBy":"systemd""#, ", started by systemd",
                "journalctl --user -u diced.service"
            ),
            (#","log":"journal""#, "", "journalctl -t diced"),
            ("", "", "standard error of the program that started it"),
        ]
    )
    func places(_ members: String, _ starter: String, _ log: String) async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(
            room,
            .result(
                #"{"version":"1","pid":12,"uptime":34,"tables":2,"clients":3,"watchers":4,"animating":1,"seeded":false,"#
                    + #""stateFolder":"/s/diced","storeBytes":49152\#(members)}"#
            )
        )
        let lines = try await room.did("status")
        #expect(lines.contains("pid        12\(starter)"))
        #expect(lines.contains("in flight  1 die"))
        #expect(
            lines[4...6] == [
                "state      /s/diced", "store      48 KiB", "log        \(log)",
            ]
        )
    }

    @Test("an ended turn and the history are printed in plain lines")
    func history() async throws {
        let room = try Room.here
        let entry =
            #"{"id":7,"table":"default","turn":3,"endedAt":"2026-11-20T22:59:01.123Z","by":"ann","rolls":[],"#
            + #""dice":[{"die":1,"sides":6,"value":4,"locked":true}],"total":4}"#
        _ = try ScriptedDaemon(room) { _, request in
            switch request["method"] {
            case "hello": .result(ScriptedDaemon.hello)
            case "table.endTurn": .result(entry)
            default: .result(#"{"entries":[\#(entry)],"more":false}"#)
            }
        }
        #expect(
            try await room.did("end-turn") == ["default turn 3 ended by ann: [4] = 4"]
        )
        func told(_ arguments: String...) async throws -> Outcome {
            try await room.start(
                Programs.dicectl,
                ["history"] + arguments,
                environment: room.clientEnvironment.merging(["TZ": "HERE-2"]) { $1 }
            ).outcome()
        }
        #expect(
            try await told().output == [
                "7 2026-11-21 00:59:01 default turn 3 ann: [4] = 4, 0 rolls"
            ]
        )
        #expect(
            try await told("--utc").output == [
                "7 2026-11-20 22:59:01Z default turn 3 ann: [4] = 4, 0 rolls"
            ]
        )
        #expect(
            try await told("--csv").output == [
                "id,table,turn,ended,by,rolls,dice,total,box,points,label,result,saved,entered,bot\r",
                "7,default,3,2026-11-21 00:59:01,ann,0,4,4,,,,,,,\r",
            ]
        )
        #expect(try await told("--totals").output == ["ann  1  4.0  4"])
        #expect(
            try await told("--totals", "--csv").output == [
                "player,turns,mean,best\r", "ann,1,4.0,4\r",
            ]
        )
    }

    /// With large entries only the newest page is kept, and the others are requested again.
    @Test(
        "an export has every turn byte for byte, oldest first, across all pages",
        arguments: [(0, [.null, 4, 2]), (2_500_000, [.null, 4, 2, 2, 4])] as [(Int, [JSON])]
    )
    func export(_ padding: Int, _ requested: [JSON]) async throws {
        let room = try Room.here
        let entries = (1...5).map { id in
            let more = String(repeating: "-", count: id.isMultiple(of: 2) ? 0 : padding)
            return
                #"{ "id":\#(id),"new":["\u00e9",1.50,"\#(more)"],"table":"default","turn":\#(id),"endedAt":"2026-11-20T22:59:01.123Z","#
                + #""by":"ann","rolls":[],"dice":[{"die":1,"sides":6,"value":4,"locked":true}],"total":4 }"#
        }
        let daemon = try ScriptedDaemon(room) { _, request in
            guard request["method"] != "hello" else {
                return .result(ScriptedDaemon.hello)
            }
            let page: [Int] =
                switch request["params"]["before"].int {
                case nil, 6: [5, 4]
                case 4: [3, 2]
                case 2: [1]
                default: []
                }
            let list = page.map { entries[$0 - 1] }.joined(separator: " , ")
            return .result(
                #"{"entries":[ \#(list) ],"more":\#(page != [1]),"damaged":\#(page == [1] ? 2 : 0)}"#
            )
        }
        let outcome = try await room.dicectl("export", "--all")
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output == entries)
        #expect(
            outcome.complaint
                == "dicectl: 2 turns are missing: the daemon's store is damaged there"
        )
        #expect(daemon.requests.all.map { $0["params"]["before"] } == requested)
    }

    @Test("settle prints the dice it settled, or that there were none")
    func settle() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room) { number, request in
            request["method"] == "hello"
                ? .result(ScriptedDaemon.hello)
                : .result(#"{"cancelled":\#(number == 0 ? "[2,5]" : "[]")}"#)
        }
        #expect(try await room.did("cancel") == ["default settled 2 5"])
        #expect(try await room.did("settle", "t") == ["t nothing in flight"])
    }
}
