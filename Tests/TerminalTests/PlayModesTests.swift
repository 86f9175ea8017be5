import Foundation
import Testing

extension InTmux {
    /// However play ends or stops, the terminal is as it was: its modes, its screen, its cursor and its mouse.
    @Suite("play leaves the terminal as it was")
    struct PlayModesTests {
        /// What the shell says of the terminal's modes, into a file.
        private static func modes(_ file: String) -> String {
            "stty -a > \"$HOME/\(file)\"; stty -g >> \"$HOME/\(file)\""
        }

        private func isAsBefore(_ terminal: Terminal) async throws -> Bool {
            for name in ["alternate_on", "mouse_any_flag", "mouse_sgr_flag"] {
                guard try await terminal.variable(name) == "0" else { return false }
            }
            return try await terminal.variable("cursor_flag") == "1"
        }

        @Test(arguments: ["q", "C-c", "TERM", "HUP", "QUIT", "WINCH"], ["", "--plain"])
        func everyEnd(_ end: String, _ option: String) async throws {
            try await Stage.run { stage in
                // In the foreground, with its pid known: the shell's child execs it.
                let terminal = try await Terminal(
                    stage,
                    """
                    trap : INT QUIT
                    \(Self.modes("before"))
                    sh -c 'trap - INT QUIT; echo $$ > "$HOME/pid"; exec "$dicectl" play \(option)'
                    echo "status $?" > "$HOME/status"
                    \(Self.modes("after"))
                    """)
                let sign = option.isEmpty ? "1 watching" : "Table default"
                try await terminal.shows(sign)
                let pid = try #require(Int32(stage.contents("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
                switch end {
                case "q", "C-c": try await terminal.press(end)
                case "TERM": kill(pid, SIGTERM)
                case "HUP": kill(pid, SIGHUP)
                case "QUIT": kill(pid, SIGQUIT)
                default:
                    kill(pid, SIGWINCH)
                    try await terminal.resize(columns: 60, rows: 20)
                    try await terminal.press("q")
                }
                try await Patience.wait(for: "end", { stage.contents("status") }) { $0.hasSuffix("\n") }
                let status = ["q": 0, "C-c": 130, "TERM": 143, "HUP": 129, "QUIT": 131, "WINCH": 0][end]
                #expect(stage.contents("status") == "status \(status ?? -1)\n")
                try await Patience.wait(for: "modes", { stage.contents("after") }) {
                    $0.hasSuffix("\n") && $0.contains(":")
                }
                let (before, after) = (
                    Self.withoutSize(stage.contents("before")), Self.withoutSize(stage.contents("after"))
                )
                #expect(!before.isEmpty && before == after)
                #expect(try await isAsBefore(terminal))
            }
        }

        /// A shell that leaves the terminal's modes alone when its job stops, as dash does.
        @Test func stoppedAndBack() async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(
                    stage,
                    """
                    set -m
                    \(Self.modes("before"))
                    "$dicectl" play
                    \(Self.modes("stopped"))
                    echo the shell again
                    read go
                    fg
                    \(Self.modes("after"))
                    echo the end
                    """)
                try await terminal.shows("1 watching")
                #expect(try await terminal.variable("alternate_on") == "1")
                #expect(try await terminal.variable("mouse_sgr_flag") == "1")
                #expect(try await terminal.variable("cursor_flag") == "0")
                try await terminal.press("C-z")
                try await terminal.shows("the shell again")
                #expect(try await isAsBefore(terminal))
                #expect(stage.contents("stopped") == stage.contents("before"))
                try await terminal.press("Enter")
                try await terminal.shows("1 watching")
                try await terminal.press("r")
                try await terminal.shows("roll 1 · total")
                try await terminal.press("q")
                try await terminal.shows("the end")
                #expect(try await isAsBefore(terminal))
                #expect(stage.contents("after") == stage.contents("before"))
            }
        }

        /// `stty -a` begins with the speed and the size.
        private static func withoutSize(_ text: String) -> String {
            text.split(separator: "\n").dropFirst().joined(separator: "\n")
        }
    }
}
