import DiceModel
import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceDrawing
@testable import dicectl

/// The built dicectl with a server that sends invalid answers.
@Suite("dicectl with a server other than diced", .room)
struct HostileAnswerTests {
    /// Lines that are not results; `RESULT` is replaced with a valid one.
    private static let lines = [
        #"{"jsonrpc":"2.0","id":ID,"result":null}"#,
        #"{"jsonrpc":"2.0","id":ID,"result":[RESULT]}"#,
        #"{"jsonrpc":"2.0","id":ID,"result":9223372036854775807}"#,
        #"{"jsonrpc":"2.0","id":ID,"result":"RESULT"}"#,
        #"{"jsonrpc":"2.0","id":ID}"#, #"{"jsonrpc":"2.0","id":ID,"error":7}"#,
        #"{"jsonrpc":"2.0","id":ID,"error":{"code":"busy","message":[]}}"#,
        #"{"result":RESULT}"#,
        "[]",
        #"{"jsonrpc":"2.0","id":ID,"result":\#(String(repeating: "[", count: 600))"#,
        #"{"jsonrpc":"2.0","id":ID,"result":RESULT}}"#,
    ]

    /// A part of a valid answer, and its replacement.
    private static let changes: [(String, String)] = [
        (#"{"die":1,"#, #"{"die":0,"#),
        (#"{"die":1,"#, #"{"die":-9223372036854775808,"#),
        (#"{"die":2,"#, #"{"die":1,"#),
        (#"{"die":2,"#, #"{"die":9223372036854775807,"#),
        (#""sides":6"#, #""sides":0"#),
        (#""sides":6"#, #""sides":-9223372036854775808"#),
        (#""sides":20"#, #""sides":9223372036854775807"#),
        (#""value":4"#, #""value":-9223372036854775808"#),
        (#""value":13"#, #""value":9223372036854775807"#),
        (#""value":4"#, #""value":4.5"#),
        (#","dice":["#, #","dice":[],"was":["#),
        (#","dice":["#, #","dice":[\#(many)"#),
        (#""total":17"#, #""total":9223372036854775807"#),
        (#""turn":3"#, #""turn":-1"#),
        (#""turn":3"#, #""turn":9007199254740992"#),
        (#""revision":9"#, #""revision":9223372036854775807"#),
        (#""table":"default""#, #""table":"../\u001b[2J""#),
        (#""by":"ann""#, #""by":"""#),
        (#""endedAt":"2026-11-20"#, #""endedAt":"2026-13-99"#),
        (#""rolled":[1]"#, #""rolled":[1,9223372036854775807]"#),
        (#""rolled":[1]"#, #""rolled":[1,1]"#),
        (#""values":[4,13]"#, #""values":[9223372036854775807,1]"#),
        (#""cancelled":[1"#, #""cancelled":[-1"#),
        (#""id":7"#, #""id":0"#),
        (#""damaged":1"#, #""damaged":-1"#),
        (#""dice":2,"#, #""dice":10000000,"#),
        (#""uptime":34"#, #""uptime":-9223372036854775808"#),
        (#""slow":9"#, #""slow":0"#),
        (#""outcome":"#, #""outcome":7,"was":"#),
    ]
    private static let many = String(
        repeating: #"{"die":1,"sides":6,"value":4,"locked":false,"animating":false},"#,
        count: 1_000
    )

    private func expectNoAnswer(
        _ room: Room,
        _ arguments: [String],
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await room.start(
            Programs.dicectl,
            arguments,
            environment: room.clientEnvironment
        ).outcome()
        let comment = Comment(
            rawValue:
                "\(arguments) \(what.prefix(200)): \(outcome.complaint.prefix(200))"
        )
        #expect(outcome.ending == .exited(76), comment, sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, comment, sourceLocation: sourceLocation)
        #expect(
            Self.saysThatItIsNoDiced(outcome.complaint),
            comment,
            sourceLocation: sourceLocation
        )
    }

    /// Returns true for one line: a sentence or, with `--json`, an error object.
    private static func saysThatItIsNoDiced(_ complaint: String) -> Bool {
        guard !complaint.contains("\n") else { return false }
        let error = JSON(complaint.utf8)
        let sentence =
            error.map { $0["message"].string ?? "" }
            ?? String(complaint.dropFirst("dicectl: ".count))
        return sentence.hasPrefix(
            "the program on the socket does not speak diced's protocol: "
        )
            && (error == nil
                ? complaint.hasPrefix("dicectl: ")
                : error?["data"]["reason"] == "otherProtocol")
    }

    @Test(
        "an impossible response ends every command with 76 and prints none of its text",
        arguments: Answers.commands
    )
    func answers(_ arguments: [String], _ answer: String) async throws {
        let room = try Room.here
        let said = Locked("")
        _ = try ScriptedDaemon(room, isShown: arguments == ["table", "show"]) {
            _,
            request in
            request["method"] == "hello"
                ? .result(ScriptedDaemon.hello) : .lines([said.withLock { $0 }])
        }
        let empty = answer == "{}" ? [] : [#"{"jsonrpc":"2.0","id":ID,"result":{}}"#]
        // All commands read replies in the same way: one command gets every broken reply, the
        // others only the first.
        let lines = Self.lines.prefix(arguments == ["status"] ? Self.lines.count : 1)
        for (index, line)
            in (empty + lines.map { $0.replacing("RESULT", with: answer) })
            .enumerated()
        {
            said.withLock { $0 = line }
            try await expectNoAnswer(
                room,
                arguments + (index.isMultiple(of: 2) ? ["--json"] : []),
                line
            )
        }
        said.withLock { $0 = #"{"jsonrpc":"2.0","id":ID,"result":\#(answer)}"# }
        for arguments in [arguments, arguments + ["--json"]] {
            let outcome = try await room.start(
                Programs.dicectl,
                arguments,
                environment: room.clientEnvironment
            ).outcome()
            #expect(outcome.ending == .exited(0))
            #expect(!outcome.output.isEmpty)
        }
    }

    @Test("no impossible part of a response is read")
    func parts() throws {
        func check<Result: JSONReadable>(_ answer: String, as type: Result.Type) throws {
            func read(_ answer: String) throws -> Result? {
                try ServerLine(
                    Array(#"{"jsonrpc":"2.0","id":1,"result":\#(answer)}"#.utf8)
                )?
                .result(as: type)
            }
            #expect(try read(answer) != nil)
            for (part, other) in Self.changes {
                guard let place = answer.firstRange(of: part) else { continue }
                let changed = answer.replacingCharacters(in: place, with: other)
                #expect((try? read(changed)) ?? nil == nil, "\(changed.prefix(200))")
            }
        }
        try check(Answers.roll, as: RollResult.self)
        try check(Answers.snapshot, as: TableSnapshot.self)
        try check(Answers.cancelled, as: CancelResult.self)
        try check(Answers.entry, as: Turn.self)
        try check(Answers.page, as: HistoryPage.self)
        try check(Answers.status, as: StatusResult.self)
        try check(Answers.list, as: ListResult.self)
    }

    @Test(
        "text from others moves no cursor and reorders no line, in any output",
        arguments: Answers.commands + [
            (["history", "--csv"], Answers.page),
            (["history", "--totals", "--csv"], Answers.page),
            (["history", "--totals"], Answers.page),
            (["roll", "--plain"], Answers.roll),
            (["export"], Answers.page),
            (
                ["history", "--kind", "throw", "--csv"],
                #"{"entries":[\#(Answers.thrownEntry)],"more":false}"#
            ),
        ]
    )
    func printed(_ arguments: [String], _ answer: String) async throws {
        let room = try Room.here
        // Escaped where JSON has no other form, verbatim otherwise.
        let name = #"=a\u001b[2J\r\n\u0007"# + "\u{9B}31m\u{7F}\u{202E}\u{2028}\u{E000}"
        let said = answer.replacing("ann", with: name).replacing(
            "fire bolt",
            with: name
        )
        _ = try ScriptedDaemon(
            room,
            isShown: arguments == ["table", "show"],
            .result(said)
        )
        for form in [[], ["--json"]] where !arguments.contains("--csv") || form.isEmpty {
            guard form.isEmpty || arguments != ["history", "--totals"] else { continue }
            let outcome = try await room.start(
                Programs.dicectl,
                arguments + form,
                environment: room.clientEnvironment
            ).outcome()
            for line in outcome.output + [outcome.complaint] {
                // Rows of a spreadsheet end in CR LF.
                let text =
                    arguments.contains("--csv") && line.hasSuffix("\r")
                    ? String(line.dropLast()) : line
                #expect(
                    Printable.text(text) == text || text.contains("\n"),
                    "\(arguments + form)"
                )
            }
            #expect(
                outcome.ending == .exited(0),
                "\(arguments + form): \(outcome.complaint)"
            )
        }
    }

    @Test(
        "an invalid response to hello is refused",
        arguments: [
            "null", "{}", #"{"protocol":2,"server":"diced/0","instance":"a","pid":1}"#,
        ]
    )
    func hello(_ answer: String) async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room) { _, request in
            .result(request["method"] == "hello" ? answer : Answers.status)
        }
        for command in ["status", "roll", "watch"] {
            try await expectNoAnswer(room, [command, "--json"], answer)
        }
    }

    @Test("an endless line and one that is not UTF-8 are refused")
    func bytes() async throws {
        let room = try Room.here
        let result = #"{"jsonrpc":"2.0","id":2,"result":\#(Answers.status),"x":""#
        let said = Locked(
            Array(result.utf8)
                + Array(repeating: UInt8(ascii: "x"), count: (16 << 20) + 2)
        )
        _ = try ScriptedDaemon(room) { _, request in
            request["method"] == "hello"
                ? .result(ScriptedDaemon.hello) : .bytes(said.withLock { $0 })
        }
        // A watch waits for the end of a line without a time limit.
        try await expectNoAnswer(room, ["watch"], "no end")
        said.withLock { $0 = Array(result.utf8) + [0xFF] + Array("\"}\n".utf8) }
        for command in ["status", "roll", "watch"] {
            try await expectNoAnswer(room, [command, "--json"], "no UTF-8")
        }
    }

    private static let watches = [
        ["watch"],
        ["watch", "--json"],
        ["watch", "--plain"],
        ["watch", "--format", "{{dice}}"],
    ]

    /// Answers a watch with the table, then sends the current contents of `said`.
    private func watched(_ room: Room, _ said: Locked<String>) throws {
        _ = try ScriptedDaemon(room) { _, request in
            guard request["method"] != "hello" else {
                return .result(ScriptedDaemon.hello)
            }
            let lines = said.withLock { $0 }.split(separator: "\n").map(String.init)
            return .lines(
                [#"{"jsonrpc":"2.0","id":ID,"result":\#(Answers.snapshot)}"#] + lines
            )
        }
    }

    @Test(
        "a watch ends with 76 at an impossible notification",
        arguments: 0..<watches.count
    )
    func notifications(_ form: Int) async throws {
        let room = try Room.here
        let said = Locked("")
        try watched(room, said)
        let changed = [Answers.frame, Answers.settled].flatMap { line in
            // A frame may contain no dice.
            Self.changes.prefix(8).compactMap { part, other in
                line.firstRange(of: part).map {
                    line.replacingCharacters(in: $0, with: other)
                }
            }
        }
        let broken = [
            #"{"method":"frame"}"#, #"{"method":"event","params":[]}"#,
            #"{"method":7}"#, "null",
        ]
        // Each line in one of the formats.
        for (index, line) in (changed + broken).enumerated()
        where index % Self.watches.count == form {
            said.withLock { $0 = line }
            let outcome = try await room.start(
                Programs.dicectl,
                Self.watches[form],
                environment: room.clientEnvironment
            ).outcome()
            let comment = Comment(
                rawValue: "\(line.prefix(300)): \(outcome.complaint.prefix(200))"
            )
            #expect(outcome.ending == .exited(76) && outcome.output.count == 1, comment)
            #expect(Self.saysThatItIsNoDiced(outcome.complaint), comment)
        }
    }

    @Test(
        "an unknown die, a lower revision or news of a newer daemon does not end a watch",
        arguments: watches
    )
    func strangeNews(_ arguments: [String]) async throws {
        let room = try Room.here
        let lines = [
            Answers.frame.replacing(#"{"die":2"#, with: #"{"die":7"#),
            Answers.frame.replacing(":9,", with: ":1,"),
            Answers.event("tableMoved", #","dice":7"#),
            Answers.settled.replacing("completed", with: "vanished"),
            #"{"jsonrpc":"2.0","method":"weather","params":null}"#, "no JSON",
        ]
        try watched(room, Locked(lines.joined(separator: "\n")))
        let outcome = try await room.start(
            Programs.dicectl,
            arguments,
            environment: room.clientEnvironment
        ).outcome()
        // The program exits only after the last broken line.
        #expect(outcome.ending == .exited(76))
        #expect(outcome.complaint.contains("protocol"))
        #expect(!outcome.output.isEmpty)
    }

    @Test("an unknown word of a newer daemon is shown unchanged")
    func newWords() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room) { _, request in
            switch request["method"] {
            case "hello": .result(ScriptedDaemon.hello)
            case "table.history":
                .result(Answers.page.replacing("completed", with: "vanished"))
            default:
                .result(
                    Answers.roll.replacing("cancelled", with: "vanished").replacing(
                        "restart",
                        with: "a\\u001bb"
                    )
                )
            }
        }
        #expect(
            try await room.did("roll") == [
                "default turn 3 roll 2 ann: 4 [13] = 17 (vanished: a\u{FFFD}b)"
            ]
        )
        #expect(
            try await room.did("roll", "--plain") == [
                "ann rolled 4, 13 locked (vanished: a\u{FFFD}b). Total 17."
            ]
        )
        #expect(try await room.dicectl("history", "--json").ending == .exited(0))
    }

    @Test(
        "an impossible response on a terminal also exits with 76 and gives the reason",
        .needs(.script),
        arguments: ["roll", "watch", "play", "play --plain", "table show"]
    )
    func onTerminal(_ command: String) async throws {
        let room = try Room.here
        let said = Locked("")
        let snapshot = #"{"jsonrpc":"2.0","id":ID,"result":\#(Answers.snapshot)}"#
        _ = try ScriptedDaemon(room, isShown: true) { _, request in
            switch request["method"] {
            case "hello": .result(ScriptedDaemon.hello)
            case "table.list": .result(Answers.list)
            // The answer to a roll is broken if no other answer is.
            case "table.roll":
                .result(said.withLock { $0 } == snapshot ? "{}" : Answers.roll)
            default:
                .lines(said.withLock { $0 }.split(separator: "\n").map(String.init))
            }
        }
        let frame = Answers.frame.replacing(
            #""value":4"#,
            with: #""value":9223372036854775807"#
        )
        let empty = #"{"jsonrpc":"2.0","id":ID,"result":{}}"#
        var all = [empty, snapshot.replacing(#""die":1"#, with: #""die":0"#)]
        // `table show` reads only the answer, not the frames that follow.
        if command != "table show" {
            all.append("\(snapshot)\n\(frame)")
        }
        if command == "roll" {
            all.append(snapshot)
        }
        for lines in all {
            said.withLock { $0 = lines }
            let outcome = try await room.startOnTerminal("\"$dicectl\" \(command)")
                .outcome()
            let text = outcome.output.joined(separator: "\n")
            #expect(outcome.ending == .exited(76), "\(text)")
            #expect(text.contains("does not speak diced's protocol"), "\(text)")
        }
    }
}
