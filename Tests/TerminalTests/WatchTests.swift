import Foundation
import Testing

extension InTmux {
    @Suite("watch in tmux")
    struct WatchTests {
        @Test func tablesStandSideBySideAndBelowEachOtherWhereItIsNarrow() async throws {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "a", "2d6")
                try await stage.dicectl("table", "new", "b", "2d20")
                // Wide enough for the longest caption of either.
                let wide = try await Terminal(stage, "\"$dicectl\" watch a b", columns: 100)
                let beside = try await wide.shows("b · turn 1")
                #expect(beside.contains { $0.hasPrefix("a · turn 1") && $0.contains("b · turn 1") })
                let narrow = try await Terminal(stage, "\"$dicectl\" watch a b", columns: 40)
                let stacked = try await narrow.shows("b · turn 1")
                #expect(stacked.contains { $0.hasPrefix("b · turn 1") })
                try await stage.dicectl("roll", "--table", "b", "--no-animation", "--as", "bo")
                try await wide.shows("b · turn 1, roll 1")
                try await narrow.shows("· bo rolled")
                try await stage.dicectl("table", "rm", "--yes", "b")
                try await wide.shows("deleted")
                try await stage.dicectl("roll", "--table", "a", "--no-animation", "--as", "ann")
                try await wide.shows("a · turn 1, roll 1")
            }
        }

        @Test func aFormatPrintsALineAtEachChange() async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(stage, "\"$dicectl\" watch --format '<{{state}} {{by}} {{dice}}>'")
                try await terminal.shows("<settled  1 1 1 1 1>")
                try await stage.dicectl("lock", "2")
                try await terminal.shows("<settled  1 [1] 1 1 1>")
                try await stage.dicectl("roll", "--as", "ann")
                let lines = try await terminal.shows("finished roll") { lines in
                    lines.contains { $0.hasPrefix("<settled ann ") && $0.contains("[1]") }
                }
                #expect(lines.contains("<rolling ann ? [1] ? ? ?>"))
                let shown = lines.filter { $0.hasPrefix("<") }
                #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 })
            }
        }

        /// The lines of the README, in a tmux of their own, which a window of ours shows.
        @Test func tmuxShowsTheDiceInItsStatusLine() async throws {
            try await Stage.run { stage in
                let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
                let lines = try String(contentsOf: readme, encoding: .utf8).split(separator: "\n").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                let settings = lines.filter { $0.hasPrefix("set -g status-") }
                #expect(settings.count == 2)
                try Data((settings.joined(separator: "\n") + "\n").utf8).write(
                    to: URL(filePath: stage.folder + "/inner.conf"))
                let terminal = try await Terminal(
                    stage,
                    "PATH=\"${dicectl%/*}:$PATH\" TMUX= tmux -S \"$HOME/inner\" -f \"$HOME/inner.conf\" new-session cat"
                )
                do {
                    try await terminal.shows("the dice at the right") { $0.last?.hasSuffix(" 5 1 1 1 1 1") == true }
                    try await stage.dicectl("lock", "2")
                    try await terminal.shows("the held die") { $0.last?.hasSuffix(" 5 1 [1] 1 1 1") == true }
                    let roll = try await stage.dicectl("roll", "--as", "ann").output
                    let result = roll.split(separator: " ").suffix(7)
                    let (dice, total) = (result.prefix(5), result.last?.trimmingCharacters(in: .newlines) ?? "")
                    let wanted = " \(total) \(dice.joined(separator: " "))"
                    try await terminal.shows("the result") { $0.last?.hasSuffix(wanted) == true }
                } catch {
                    try await stage.run(Programs.tmux, ["-S", stage.folder + "/inner", "kill-server"])
                    throw error
                }
                try await stage.run(Programs.tmux, ["-S", stage.folder + "/inner", "kill-server"])
            }
        }

        @Test(arguments: ["--plain", ""])
        func eventsAreSentences(_ option: String) async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(
                    stage, "TERM=\(option.isEmpty ? "dumb" : "xterm") \"$dicectl\" watch \(option)")
                try await terminal.shows("Table default, turn 1, roll 0: 1, 1, 1, 1, 1. Total 5.")
                try await stage.dicectl("lock", "2")
                try await terminal.shows("Die 2 is held.")
                try await stage.dicectl("roll", "--as", "ann", "--no-animation")
                try await terminal.shows("ann rolled ")
            }
        }

        @Test(arguments: ["reduced", "none"])
        func calmDiceShowNoPassingValue(_ motion: String) async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(stage, "DICECTL_MOTION=\(motion) \"$dicectl\" play --as ann")
                try await terminal.shows("1 watching")
                func pips(_ screen: [String]) -> Int { screen.joined().filter { $0 == "●" }.count }
                for _ in 0..<40 {
                    let (before, rolling, _) = try await terminal.midRoll { try await terminal.press("r") }
                    // A later look may find some dice at rest, with their new faces.
                    guard motion == "none" || rolling[0].contains("5 rolling") else { continue }
                    #expect(pips(before) >= 5)
                    #expect(pips(rolling) == (motion == "none" ? pips(before) : 0))
                    return
                }
                Issue.record("no look ever fell into the beginning of a roll")
            }
        }
    }
}
