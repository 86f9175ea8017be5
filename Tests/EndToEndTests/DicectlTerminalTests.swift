import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl on a terminal", .room, .needs(.script))
struct DicectlTerminalTests {
    private static let showCursor = "\u{1B}[?25h"
    private static let hideCursor = "\u{1B}[?25l"

    @Test("a roll draws tumbling dice in place and leaves the terminal's modes as they were")
    func roll() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let outcome = try await room.startOnTerminal(
            #"stty -g; "$dicectl" roll; s=$?; echo; echo "status $s"; stty -g"#
        ).outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(outcome.ending == .exited(0))
        #expect(lines.first?.isEmpty == false && lines.first == lines.last)
        #expect(lines.contains("status 0"))
        let text = outcome.output.joined(separator: "\n")
        #expect(text.contains("\u{1B}["), "drawn in place")
        checkCursor(text)
    }

    @Test("--json prints the result alone, on a terminal too")
    func json() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let lines = try await room.startOnTerminal(#""$dicectl" roll --json"#).outcome().output
        let result = try #require(JSON(lines.joined().filter { $0 != "\r" }.utf8), "\(lines)")
        #expect(lines.count == 1 && result["outcome"] == "completed")
    }

    @Test("Ctrl-C in a roll ends with 130, settles the dice and leaves the terminal's modes as they were")
    func interrupted() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        let terminal = try room.startOnTerminal(
            #"trap : INT; stty -g; "$dicectl" roll; s=$?; echo; echo "status $s"; stty -g"#)
        try await client.event("rollStarted")
        terminal.write("\u{3}")
        let settled = try await client.event("rollSettled").element["params"]
        #expect(settled["outcome"] == "cancelled" && settled["reason"] == "disconnected")
        let outcome = try await terminal.outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(lines.contains("status 130"))
        #expect(lines.first?.isEmpty == false && lines.first == lines.last)
        checkCursor(outcome.output.joined(separator: "\n"))
    }

    @Test("Ctrl-C in watch ends it and leaves the terminal's modes as they were")
    func watch() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let terminal = try room.startOnTerminal(
            #"trap : INT; stty -g; "$dicectl" watch; s=$?; echo; echo "status $s"; stty -g"#)
        try await client.status(becomes: "watchers", 1)
        terminal.write("\u{3}")
        let outcome = try await terminal.outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(lines.contains("status 130"))
        #expect(lines.first?.isEmpty == false && lines.first == lines.last)
        checkCursor(outcome.output.joined(separator: "\n"))
    }

    @Test("a watch that was told to ignore hangups, as nohup does, goes on through one")
    func ignoredHangup() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let terminal = try room.startOnTerminal(
            #"trap '' HUP; echo "pid $$"; exec "$dicectl" watch"#)
        try await terminal.output.first { $0.contains("╭") }
        let line = try await terminal.output.first { $0.contains("pid ") }.element
        let pid = try #require(pid_t(line.filter(\.isNumber)))
        // The mask of the ignored signals, proc_pid_status(5); SIGHUP is the lowest bit.
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let mask = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
        #expect(try #require(UInt64(mask.dropFirst(8), radix: 16)) & 1 == 1)
        #expect(kill(pid, SIGTERM) == 0)
        #expect(try await terminal.ending() == .exited(128 + SIGTERM))
    }

    @Test("table rm asks nothing about a table that there is not, and no empty answer removes one")
    func removing() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let terminal = try room.startOnTerminal(
            #""$dicectl" rm nosuch; echo "status $?"; "$dicectl" rm default; echo "status $?""#)
        try await terminal.output.first { $0.contains("status 1") }
        terminal.write("\n")
        let lines = try await terminal.outcome().output
        #expect(lines.first?.contains("there is no table \"nosuch\"") == true)
        #expect(!lines.contains { $0.contains("nosuch with its history") })
        #expect(lines.contains { $0.contains("Remove the table default with its history?") })
        #expect(lines.contains { $0.contains("default is left as it is") })
        #expect(try await client.result("table.list")["tables"].array.count == 1)
    }

    /// A cursor that was hidden is shown again.
    private func checkCursor(_ text: String) {
        guard let hidden = text.ranges(of: Self.hideCursor).last else { return }
        #expect(text[hidden.upperBound...].contains(Self.showCursor))
    }
}
