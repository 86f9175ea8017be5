import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl on a terminal", .quickRoom, .needs(.script))
struct DicectlTerminalTests {
    /// Runs dicectl in a shell that prints the terminal's modes before and after it, and its exit
    /// status.
    private func start(_ room: Room, _ command: String) throws -> Child {
        try room.startOnTerminal(
            #"trap : INT; stty -g; "$dicectl" \#(command); s=$?; echo; echo "status $s"; stty -g"#
        )
    }

    /// Checks that the command exited with this status and restored the terminal: its modes and the
    /// visible cursor.
    private func checkEnd(_ terminal: Child, _ status: Int) async throws -> String {
        let outcome = try await terminal.outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(lines.contains("status \(status)"), "\(lines)")
        #expect(lines.first?.isEmpty == false)
        #expect(lines.first == lines.last)
        let text = outcome.output.joined(separator: "\n")
        #expect(Self.modes(after: text) == ["25"])
        #expect(Self.isPlain(after: text))
        return text
    }

    /// Returns the DEC private modes that are set after `text` (DECSET): 25 shows the cursor, and
    /// is set initially.
    private static func modes(after text: String) -> Set<String> {
        text.matches(of: /\e\[\?([0-9]+)([hl])/).reduce(into: ["25"]) { modes, match in
            if match.2 == "h" {
                modes.insert(String(match.1))
            } else {
                modes.remove(String(match.1))
            }
        }
    }

    /// Returns true if text printed after this text has no style.
    private static func isPlain(after text: String) -> Bool {
        text.matches(of: /\e\[([0-9;]*)m/).last.map { $0.1.isEmpty || $0.1 == "0" }
            ?? true
    }

    @Test(
        "a box that scores zero while another scores is filled only after a second confirmation"
    )
    func zero() async throws {
        let room = try Room.here
        let client = try await room.daemon("--seed", "1").client()
        for table in ["home", "yahtzee"] {
            _ = try await room.did("table", "new", table, "--game", "yahtzee")
        }
        let home = ["DICECTL_TABLE": "home"]
        try await client.result("table.roll", ["table": "home", "animate": false])
        let refused = try await room.refused("score", "yahtzee", status: 64, more: home)
            .split(
                separator: "\n"
            )
        try #require(refused.count == 2)
        #expect(
            refused[0]
                == "dicectl: yahtzee is also a table; to show its sheets: dicectl score -t yahtzee"
        )
        #expect(
            refused[1].contains(
                /^dicectl: Yahtzee scores 0, but .+ would score [0-9]+; to fill it anyway, add --yes$/
            )
        )
        for (answer, status) in [("n", 1), ("", 1), ("y", 0)] {
            let terminal = try room.startOnTerminal(
                #"DICECTL_TABLE=home "$dicectl" score yahtzee; echo "status $?""#
            )
            try await terminal.output.first { $0.contains("is also a table") }
            terminal.write(answer + "\n")
            let lines = try await terminal.outcome().output
            #expect(lines.contains { $0.contains("Fill it? [y/N]") })
            #expect(lines.contains { $0.hasPrefix("status \(status)") })
        }
        #expect(try await client.result("table.get", ["table": "home"])["turn"] == 2)
        try await client.result("table.roll", ["table": "home", "animate": false])
        let done = try await room.dicectl(["score", "twos", "--yes", "-t", "home"])
        #expect(done.ending == .exited(0))
        #expect(done.complaint == "")
        let none = try await room.refused("score", "-t", "home", "default")
        #expect(!none.contains("also a table"), "it has no game")
    }

    @Test(
        "play and similar commands restore every mode and style, even after a signal",
        arguments: ["play", "play --plain", "watch"],
        [SIGTERM, SIGSEGV, nil] as [Int32?]
    )
    func givesBack(_ command: String, _ signal: Int32?) async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        let terminal = try room.startOnTerminal(
            #"export SWIFT_BACKTRACE=enable=no; ulimit -c 0; trap : INT; stty -g; sh -c 'echo "pid $$"; exec "$dicectl" \#(command)'; echo; echo end; stty -g"#
        )
        let line = try await terminal.output.first { $0.contains("pid ") }.element
        let pid = try #require(pid_t(line.filter(\.isNumber)))
        try await client.status(becomes: "watchers", 2)
        if command == "watch" {
            try await terminal.output.first { $0.contains("╭") }
        }
        _ = await client.begin("table.roll")
        try await client.event("rollStarted")
        if let signal {
            #expect(kill(pid, signal) == 0)
        } else {
            terminal.write(command == "watch" ? "\u{3}" : "q")
        }
        let outcome = try await terminal.outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(lines.first?.isEmpty == false)
        #expect(lines.first == lines.last)
        let text = outcome.output.joined(separator: "\n")
        #expect(
            command == "play --plain" || text.contains("\u{1B}[?25l"),
            "it has drawn"
        )
        #expect(Self.modes(after: text) == ["25"])
        #expect(Self.isPlain(after: text))
    }

    @Test("a roll draws its dice in place; with `--json` it prints only the result")
    func roll() async throws {
        let room = try Room.here
        _ = try await room.daemon("--slow", "1")
        #expect(
            try await checkEnd(start(room, "roll"), 0).contains("\u{1B}["),
            "drawn in place"
        )
        let lines = try await room.startOnTerminal(#""$dicectl" roll --json"#).outcome()
            .output
        let result = try #require(
            JSON(lines.joined().filter { $0 != "\r" }.utf8),
            "\(lines)"
        )
        #expect(lines.count == 1 && result["outcome"] == "completed")
    }

    @Test("Ctrl-C during a roll settles its dice; in a roll and in a watch it exits with 130")
    func interrupted() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        let roll = try start(room, "roll")
        try await client.event("rollStarted")
        roll.write("\u{3}")
        let settled = try await client.event("rollSettled").element["params"]
        #expect(
            settled["outcome"] == "cancelled" && settled["reason"] == "disconnected"
        )
        _ = try await checkEnd(roll, 130)
        let watch = try start(room, "watch")
        try await client.status(becomes: "watchers", 2)
        watch.write("\u{3}")
        _ = try await checkEnd(watch, 130)
    }

    @Test("a watch that ignores hangups, for example under nohup, continues after one")
    func ignoredHangup() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let terminal = try room.startOnTerminal(
            #"trap '' HUP; echo "pid $$"; exec "$dicectl" watch"#
        )
        try await terminal.output.first { $0.contains("╭") }
        let line = try await terminal.output.first { $0.contains("pid ") }.element
        let pid = try #require(pid_t(line.filter(\.isNumber)))
        // The mask of ignored signals, proc_pid_status(5); SIGHUP is the lowest bit.
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let mask = try #require(
            status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        )
        #expect(try #require(UInt64(mask.dropFirst(8), radix: 16)) & 1 == 1)
        #expect(kill(pid, SIGTERM) == 0)
        #expect(try await terminal.ending() == .exited(128 + SIGTERM))
    }

    @Test(
        "`table rm` asks nothing about a missing table, and an empty answer removes no table"
    )
    func removing() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let terminal = try room.startOnTerminal(
            #""$dicectl" rm nosuch; echo "status $?"; "$dicectl" rm default; echo "status $?""#
        )
        try await terminal.output.first { $0.contains("status 1") }
        terminal.write("\n")
        let lines = try await terminal.outcome().output
        #expect(lines.first?.contains("no table \"nosuch\"") == true)
        #expect(!lines.contains { $0.contains("nosuch with its history") })
        #expect(
            lines.contains { $0.contains("Remove the table default with its history?") }
        )
        #expect(lines.contains { $0.contains("default was not removed") })
        #expect(try await client.result("table.list")["tables"].array.count == 1)
    }
}
