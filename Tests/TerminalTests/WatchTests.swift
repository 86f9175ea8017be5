import Foundation
import ProgramTestSupport
import Testing

extension InTmux {
    @Suite("watch in tmux")
    struct WatchTests {
        @Test("tables are side by side, and one below the other on a narrow screen")
        func tablesStandSideBySideAndBelowEachOtherWhereItIsNarrow() async throws {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "a", "2d6")
                try await stage.dicectl("table", "new", "b", "2d20")
                // The window is wide enough for the longest caption of either table.
                let wide = try await Terminal(
                    stage,
                    "\"$dicectl\" watch a b",
                    columns: 100
                )
                let beside = try await wide.shows("b · turn 1")
                #expect(
                    beside.contains {
                        $0.hasPrefix("a · turn 1") && $0.contains("b · turn 1")
                    }
                )
                let narrow = try await Terminal(
                    stage,
                    "\"$dicectl\" watch a b",
                    columns: 40
                )
                let stacked = try await narrow.shows("b · turn 1")
                #expect(stacked.contains { $0.hasPrefix("b · turn 1") })
                try await narrow.resize(columns: 100, rows: 24)
                try await narrow.shows("a beside b, though nothing has happened") { lines in
                    lines.contains {
                        $0.hasPrefix("a · turn 1") && $0.contains("b · turn 1")
                    }
                }
                try await narrow.resize(columns: 40, rows: 24)
                try await stage.dicectl(
                    "roll",
                    "--table",
                    "b",
                    "--no-animation",
                    "--as",
                    "bo"
                )
                try await wide.shows("b · turn 1, roll 1")
                try await narrow.shows("· B bo rolled")
                try await stage.dicectl("table", "rm", "--yes", "b")
                try await wide.shows("deleted")
                try await stage.dicectl(
                    "roll",
                    "--table",
                    "a",
                    "--no-animation",
                    "--as",
                    "ann"
                )
                try await wide.shows("a · turn 1, roll 1")
            }
        }

        @Test("a format prints a line at each change") func aFormatPrintsALineAtEachChange()
            async throws
        {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await Terminal(
                    stage,
                    "\"$dicectl\" watch --format '<{{state}} {{by}} {{dice}}>'"
                )
                try await terminal.shows("<settled  1 1 1 1 1>")
                try await stage.dicectl("lock", "2")
                try await terminal.shows("<settled  1 [1] 1 1 1>")
                let roll = try stage.start(Programs.dicectl, ["roll", "--as", "ann"])
                try await terminal.shows("<rolling ann ? [1] ? ? ?>")
                try await stage.dicectl("cancel")
                let settled = /^<settled ann [1-6] \[1\]( [1-6]){3}>$/
                let lines = try await terminal.shows("finished roll") { lines in
                    lines.contains {
                        $0.contains(settled) && !$0.contains(" 1 [1] 1 1 1")
                    }
                }
                #expect(await roll.wait() == 0)
                let shown = lines.filter { $0.hasPrefix("<") }
                #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 })
            }
        }

        /// The README's lines, in a separate tmux that one of our windows displays.
        @Test("tmux shows the dice in its status line") func tmuxShowsTheDiceInItsStatusLine()
            async throws
        {
            try await Stage.run { stage in
                let readme = URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(
                        path: "../../README.md"
                    )
                let lines = try String(contentsOf: readme, encoding: .utf8).split(
                    separator: "\n"
                )
                .map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                let settings = lines.filter { $0.hasPrefix("set -g status-") }
                #expect(settings.count == 2)
                try Data((settings.joined(separator: "\n") + "\n").utf8).write(
                    to: URL(filePath: stage.folder + "/inner.conf")
                )
                let terminal = try await Terminal(
                    stage,
                    "PATH=\"${dicectl%/*}:$PATH\" TMUX= tmux -S \"$HOME/inner\" -f \"$HOME/inner.conf\" new-session cat"
                )
                do {
                    try await terminal.shows("the dice at the right") {
                        $0.last?.hasSuffix(" 5 1 1 1 1 1") == true
                    }
                    try await stage.dicectl("lock", "2")
                    try await terminal.shows("the locked die") {
                        $0.last?.hasSuffix(" 5 1 [1] 1 1 1") == true
                    }
                    let roll = try await stage.dicectl("roll", "--as", "ann").output
                    let result = roll.split(separator: " ").suffix(7)
                    let dice = result.prefix(5)
                    let total = result.last?.trimmingCharacters(in: .newlines) ?? ""
                    let wanted = " \(total) \(dice.joined(separator: " "))"
                    try await terminal.shows("the result") {
                        $0.last?.hasSuffix(wanted) == true
                    }
                } catch {
                    try await stage.run(
                        Tool.tmux.name,
                        ["-S", stage.folder + "/inner", "kill-server"]
                    )
                    throw error
                }
                try await stage.run(
                    Tool.tmux.name,
                    ["-S", stage.folder + "/inner", "kill-server"]
                )
            }
        }

        @Test("events are printed as sentences", arguments: ["--plain", ""])
        func eventsAreSentences(_ option: String) async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(
                    stage,
                    "TERM=\(option.isEmpty ? "dumb" : "xterm") \"$dicectl\" watch \(option)"
                )
                try await terminal.shows(
                    "Table default, turn 1, roll 0: 1, 1, 1, 1, 1. Total 5."
                )
                try await stage.dicectl("lock", "2")
                try await terminal.shows(" locked die 2.")
                try await stage.dicectl("roll", "--as", "ann", "--no-animation")
                try await terminal.shows("ann rolled ")
            }
        }

        /// With so many dice, the first passing values arrive within the first seconds, and no die
        /// settles. Everything after them on the same connection has to wait until they are drawn.
        @Test("dice with reduced motion show no passing value", arguments: ["reduced", "none"])
        func calmDiceShowNoPassingValue(_ motion: String) async throws {
            try await Stage.run(slowness: 1_000) { stage in
                try await stage.dicectl("table", "new", "many", "200d6")
                try await stage.dicectl("lock", "--table", "many", "200")
                let lively = try await Terminal(
                    stage,
                    "\"$dicectl\" play many",
                    columns: 250,
                    rows: 60
                )
                let calm = try await Terminal(
                    stage,
                    "DICECTL_MOTION=\(motion) \"$dicectl\" play many --as ann",
                    columns: 250,
                    rows: 60
                )
                func pips(_ screen: [String]) -> Int {
                    screen.joined().filter { $0 == "●" }.count
                }
                for terminal in [lively, calm] {
                    try await terminal.shows("dice") { pips($0) == 200 }
                }
                try await calm.roll { try await calm.press("r") }
                try await lively.shows("passing values") {
                    $0[0].contains("199 rolling") && pips($0) > 200
                }
                try await stage.dicectl("unlock", "--table", "many", "200")
                let screen = try await calm.shows("unlocked 200")
                #expect(screen[0].contains("199 rolling"))
                #expect(pips(screen) == (motion == "none" ? 200 : 1))
            }
        }
    }
}
