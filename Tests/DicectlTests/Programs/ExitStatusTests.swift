import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import dicectl

/// The exit status of the built dicectl, and the contents of its two outputs.
@Suite("exit statuses of dicectl", .room)
struct ExitStatusTests {
    private func outcome(
        _ room: Room,
        _ arguments: String...,
        more: [String: String] = [:]
    )
        async throws -> Outcome
    {
        try await room.start(
            Programs.dicectl,
            arguments,
            environment: room.clientEnvironment.merging(more) { $1 }
        ).outcome()
    }

    @Test(
        "a daemon error has its exit status and a sentence on standard error",
        arguments: [
            (Cause.busy, 75), (.unsupportedProtocol, 76), (.storeFailed, 1),
        ]
            as [(Cause, Int32)]
    )
    func refused(_ cause: Cause, _ wanted: Int32) async throws {
        let room = try Room.here
        let refusal = WireError(example: cause)
        _ = try ScriptedDaemon(
            room,
            .error(refusal)
        )
        for command in ["roll", "status"] {
            let outcome = try await outcome(room, command)
            #expect(outcome.ending == .exited(wanted))
            let sentence = RefusalText(refusal, command: command).text
            #expect(outcome.complaint == "dicectl: \(sentence)")
            #expect(outcome.output.isEmpty)
            let told = try await self.outcome(room, command, "--json")
            #expect(told.ending == .exited(wanted))
            #expect(told.output.isEmpty)
            let error = String(decoding: refusal.jsonBytes(), as: UTF8.self)
            #expect(told.complaint == error)
        }
    }

    @Test(
        "every command reports a daemon of another protocol and tells which of the two is older",
        arguments: [
            ("[2]", "upgrade dicectl"),
            ("[0]", "upgrade diced"),
        ]
    )
    func otherProtocol(_ supported: String, _ words: String) async throws {
        let room = try Room.here
        let error =
            #"{"jsonrpc":"2.0","id":ID,"error":{"code":10,"message":"it speaks another","data":{"reason":"unsupportedProtocol","cause":"unsupportedProtocol","values":{"program":"daemon","speaks":7,"asked":1},"supported":"#
        _ = try ScriptedDaemon(room, isShown: true) { _, _ in
            .lines([error + supported + "}}}"])
        }
        let values: CauseValues = ["program": "daemon", "speaks": 7, "asked": 1]
        let what = try #require(Cause.unsupportedProtocol.what(values))
        for command in [
            "roll", "roll d6", "end-turn", "lock 1", "score", "score ones", "ls",
            "watch", "stats",
            "new a d6",
        ] {
            let outcome = try await room.dicectl(
                command.split(separator: " ").map(String.init)
            )
            #expect(
                outcome.ending == .exited(76) && outcome.output.isEmpty,
                "\(command)"
            )
            #expect(
                outcome.complaint.hasPrefix("dicectl: \(what); \(words)"),
                "\(outcome.complaint)"
            )
        }
    }

    @Test("dicectl's own errors have the same JSON form on one line with `--json`")
    func ownErrors() async throws {
        let room = try Room.here
        for (arguments, code, reason, words) in [
            (
                ["roll", "0"], 64, "usage",
                "\"0\" is not a list of dice, such as 2, 1-3, 1,3 or all"
            ),
            (
                ["rol"], 64, "usage",
                "no command \"rol\"; did you mean \"roll\"?"
            ),
            (["roll", "--xyzzy"], 64, "usage", "Unknown option '--xyzzy'"),
            (
                ["play"], 64, "usage",
                "play needs a terminal; without one use roll, lock, end-turn and watch"
            ),
            (
                ["status", "--no-autostart"], 69, "noDaemon",
                "no daemon listens on \(room.socket); commands that need one start it, for example: dicectl list"
            ),
            (
                ["stop"], 69, "unreachable",
                "no daemon is running on \(room.socket)"
            ),
        ] {
            let outcome = try await room.start(
                Programs.dicectl,
                arguments + ["--json"],
                environment: room.clientEnvironment
            ).outcome()
            #expect(outcome.ending == .exited(Int32(code)))
            #expect(outcome.output.isEmpty)
            #expect(
                JSON(outcome.complaint.utf8)
                    == [
                        "code": JSON(code), "message": .string(words),
                        "data": ["reason": .string(reason)],
                    ]
            )
        }
        _ = try ScriptedDaemon(room, .hangUp)
        let lost = try await outcome(room, "roll", "--json")
        let error = try #require(JSON(lost.complaint.utf8))
        #expect(
            lost.ending == .exited(69) && error["code"] == 69
                && error["data"]["reason"] == "connectionLost"
        )
    }

    @Test(
        "a result that cannot be written is reported and is not a success",
        arguments: [
            ["help", "roll"],
            ["--version"],
            ["roll", "--help"],
            ["explain", "1d1"],
            ["--generate-completion-script", "bash"],
            ["--generate-completion-script", "zsh"],
            ["--generate-completion-script", "fish"],
        ]
    )
    func fullDisk(_ arguments: [String]) async throws {
        let room = try Room.here
        let child = try room.start(
            "/bin/sh",
            ["-c", #"exec "$@" >/dev/full"#, "sh", Programs.dicectl] + arguments,
            environment: room.clientEnvironment
        )
        let outcome = try await child.outcome()
        #expect(outcome.ending == .exited(1))
        #expect(outcome.complaint.contains("cannot write the result"))
    }

    @Test(
        "quoted arguments contain nothing that moves a cursor",
        arguments: [
            ["\u{1B}[2J"],
            ["roll", "\u{1B}[2J"],
            ["roll", "--x\u{9B}2J"],
            ["table", "show", "\u{1B}[2J"],
        ]
    )
    func ownArguments(_ arguments: [String]) async throws {
        let room = try Room.here
        for form in [[], ["--json"]] {
            let outcome = try await room.dicectl(arguments + form)
            #expect(outcome.ending == .exited(64))
            #expect(
                !outcome.complaint.unicodeScalars.contains {
                    $0 == "\u{1B}" || $0 == "\u{9B}"
                }
            )
        }
    }

    @Test(
        "contradictory options are a usage error",
        arguments: [
            (["history", "--totals", "--kind", "throw"], "--totals"),
            (
                ["roll", "-t", "p", "-t", "default"],
                "two tables given: p and default; name one"
            ),
            (
                ["verify", "-t", "p", "--table=default"],
                "two tables given: p and default; name one"
            ),
            (["roll", "1-"], "\"1-\" is not a list of dice"),
            (["roll", "1-2-"], "\"1-2-\" is not a list of dice"),
            (["roll", "{b}d6"], "`b=7`\n  {b}d6\n  ^^^"),
            (["roll", "--socket", "/nonexistent/s"], nil),
        ] as [([String], String?)]
    )
    func contradicted(_ arguments: [String], _ words: String?) async throws {
        let outcome = try await Room.here.dicectl(arguments)
        #expect(outcome.ending == .exited(words == nil ? 69 : 64))
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.complaint.contains(words ?? "--socket or $DICED_SOCKET"),
            "\(outcome.complaint)"
        )
    }

    @Test(
        "a missing input file exits with 66 for every command",
        arguments: [
            ["verify"],
            ["seat", "--as", "ann"],
            ["seat", "--list"],
            ["table", "new", "t", "--game"],
            ["table", "set", "--game"],
        ]
    )
    func noInput(_ words: [String]) async throws {
        let room = try Room.here
        for file in ["./nowhere", room.path("none.json"), "/"] {
            let outcome = try await room.start(
                Programs.dicectl,
                words + [file],
                environment: room.clientEnvironment
            )
            .outcome()
            #expect(outcome.ending == .exited(66))
            #expect(outcome.complaint.hasPrefix("dicectl: cannot read \(file)"))
        }
    }

    @Test("invalid notation is a usage error and shows the position")
    func badExpression() async throws {
        let room = try Room.here
        let error =
            #"{"jsonrpc":"2.0","id":ID,"error":{"code":13,"message":"no sides","data":{"#
            + #""reason":"badExpression","offset":1,"length":1,"expected":[]}}}"#
        _ = try ScriptedDaemon(room) { _, request in
            request["method"] == "hello"
                ? .result(ScriptedDaemon.hello) : .lines([error])
        }
        let outcome = try await outcome(room, "save", "x", "2d")
        #expect(outcome.ending == .exited(64))
        #expect(outcome.complaint == "dicectl: no sides\n  2d\n   ^")
    }

    @Test("an unknown error of a newer daemon is a refusal and moves no cursor")
    func unknownError() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(
            room,
            .error(WireError(code: 4_711, message: "a\u{1B}[2J\nb\u{202E}", reason: "new\u{7}"))
        )
        let outcome = try await outcome(room, "status")
        #expect(outcome.ending == .exited(1))
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.complaint == "dicectl: a\u{FFFD}[2J\u{FFFD}b\u{FFFD}"
        )
    }

    @Test(
        "a peer that does not speak the protocol exits with 76",
        arguments: [#"{"version":7}"#, "7", "null"]
    )
    func garbled(_ result: String) async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room, .result(result))
        #expect(try await outcome(room, "status").ending == .exited(76))
        #expect(try await outcome(room, "roll").ending == .exited(76))
    }

    @Test("a line that is not JSON exits with 76")
    func noJSON() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room) { _, _ in .lines(["HTTP/1.1 400 Bad Request"]) }
        for command in ["status", "roll", "watch"] {
            let outcome = try await outcome(room, command)
            #expect(outcome.ending == .exited(76))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test(
        "a connection lost before the response exits with 69 and tells what is unknown",
        arguments: ["roll", "end-turn", "status"]
    )
    func lost(_ command: String) async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room, .hangUp)
        let outcome = try await outcome(room, command)
        #expect(outcome.ending == .exited(69))
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.complaint.contains(
                command == "status" ? "try again" : "dicectl table show"
            )
        )
    }

    @Test(
        "`--no-autostart` without a daemon exits with 69 and starts none",
        arguments: ["roll", "ls", "watch"]
    )
    func noDaemon(_ command: String) async throws {
        let room = try Room.here
        try room.makeFolder("run")
        let program = room.path("diced")
        // Another process writes the file: a program started meanwhile would briefly inherit our
        // descriptor.
        let write = #"printf '#!/bin/sh\ntouch %s\n' "$1" >"$0"; chmod 700 "$0""#
        let shell = try room.start(
            "/bin/sh",
            ["-c", write, program, room.path("started")],
            environment: [:]
        )
        #expect(try await shell.ending() == .exited(0))
        let outcome = try await outcome(
            room,
            command,
            "--no-autostart",
            more: ["DICED": program]
        )
        #expect(outcome.ending == .exited(69))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.contains(room.socket))
        #expect(!room.exists("started"))
        #expect(
            try await self.outcome(room, command, more: ["DICED": program]).ending
                == .exited(69)
        )
        #expect(room.exists("started"))
    }

    @Test(
        "Ctrl-C exits with 130, and another signal ends the command as that signal",
        arguments: [["roll"], ["roll", "--as", "a"], ["status"], ["watch"]]
    )
    func signals(_ arguments: [String]) async throws {
        let room = try Room.here
        let signals = Locked([SIGTERM, SIGINT])
        _ = try ScriptedDaemon(room) { _, request in
            request["method"] == "hello"
                ? .result(ScriptedDaemon.hello)
                : signals.withLock { $0.popLast() }.map { .signal($0) } ?? .silence
        }
        for ending in [Child.Ending.exited(130), .killed(by: SIGTERM)] {
            let child = try room.start(
                Programs.dicectl,
                arguments,
                environment: room.clientEnvironment
            )
            let outcome = try await child.outcome()
            #expect(outcome.ending == ending)
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaint.isEmpty)
        }
    }

    @Test(
        "a result without a reader ends quietly; one that cannot be written exits with 1"
    )
    func output() async throws {
        let room = try Room.here
        _ = try ScriptedDaemon(room, .result(Answers.status))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let full = open("/dev/full", O_WRONLY)
        defer {
            for descriptor in [ends[1], full] {
                close(descriptor)
            }
        }
        for (place, ending, words) in [
            (ends[1], Child.Ending.exited(0), ""),
            (full, .exited(1), "cannot write"),
        ] {
            for arguments in [["status", "--json"], ["--help"]] {
                let child = try room.start(
                    Programs.dicectl,
                    arguments,
                    environment: room.clientEnvironment,
                    output: place
                )
                #expect(try await child.ending() == ending)
                let complaint = try await child.complaint()
                #expect(words.isEmpty ? complaint.isEmpty : complaint.contains(words))
            }
        }
    }
}
