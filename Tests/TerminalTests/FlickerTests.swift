import Foundation
import Testing

extension InTmux {
    /// What the program writes to its terminal, byte by byte.
    @Suite("no flicker")
    struct FlickerTests {
        private static let begin = "\u{1B}[?2026h"
        private static let end = "\u{1B}[?2026l"

        /// The text between the drawings, and the drawings.
        private func parts(_ text: String) -> (between: [String], drawings: [String]) {
            var (between, drawings) = ([String](), [String]())
            for (index, piece) in text.components(separatedBy: Self.begin).enumerated() {
                let halves = piece.components(separatedBy: Self.end)
                if index > 0 { drawings.append(halves[0]) }
                between.append(halves.dropFirst(index > 0 ? 1 : 0).joined(separator: Self.end))
            }
            return (between, drawings)
        }

        /// Has `script` keep what `command` writes while `body` runs.
        private func written(
            _ command: String, columns: Int = 80, rows: Int = 24, _ body: (Stage, Terminal) async throws -> Void
        ) async throws -> String {
            var text = ""
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "many", "50d6")
                try await stage.dicectl("table", "new", "more", "50d6")
                let terminal = try await Terminal(
                    stage,
                    "script -qfe -O \"$HOME/bytes\" -c \"$dicectl \(command)\" > /dev/tty; echo ended > \"$HOME/ended\"",
                    columns: columns, rows: rows)
                try await body(stage, terminal)
                try await Patience.wait(for: "end", { stage.contents("ended") }) { !$0.isEmpty }
                text = stage.contents("bytes")
            }
            // `script` has a line of its own above and below.
            return text.split(separator: "\n", maxSplits: 1).last.map(String.init) ?? ""
        }

        @Test func playNeverClearsTheScreenBetweenTwoDrawings() async throws {
            let text = try await written("play many --as ann") { stage, terminal in
                try await terminal.shows("1 watching")
                for roll in 1...2 {
                    try await terminal.press("r")
                    try await terminal.shows("roll \(roll) · total")
                }
                for key in ["?", "h", "h", "2", "Down"] { try await terminal.press(key) }
                try await terminal.press("q")
            }
            let (between, drawings) = parts(text)
            #expect(drawings.count > 20)
            // All that is written outside of a drawing: the way in and the way out.
            #expect(between.dropFirst().dropLast().joined() == "")
            #expect(between.first == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h")
            // The screen is cleared once, before the first drawing, and no line ever.
            #expect(drawings.first?.hasPrefix("\u{1B}[m\u{1B}[2J") == true)
            for drawing in drawings.dropFirst() {
                #expect(!drawing.contains(/\e\[[0-9]*[JK]/), "\(drawing.debugDescription)")
            }
        }

        @Test func watchNeverErasesWhatStands() async throws {
            let text = try await written("watch many") { stage, terminal in
                try await terminal.shows("turn 1, roll 0")
                for roll in 1...2 {
                    try await stage.dicectl("roll", "--table", "many")
                    try await terminal.shows("roll \(roll) · total")
                }
                try await terminal.press("C-c")
            }
            let (between, drawings) = parts(text)
            #expect(drawings.count > 20)
            #expect(between.dropLast().joined() == "")
            for drawing in drawings.dropFirst() { #expect(!drawing.contains(/\e\[[0-9]*[JK]/)) }
        }

        /// The daemon sends up to 60 frames a second for each table.
        @Test func threeTablesTakeNoMoreDrawingsThanOne() async throws {
            let clock = ContinuousClock()
            var time = Duration.zero
            let text = try await written("watch default many more", columns: 250, rows: 60) { stage, terminal in
                try await terminal.shows("more · turn 1, roll 0")
                let start = clock.now
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for table in ["default", "many", "more"] {
                        group.addTask { try await stage.dicectl("roll", "--table", table) }
                    }
                    try await group.waitForAll()
                }
                for table in ["default", "many", "more"] {
                    try await terminal.shows("\(table) · turn 1, roll 1 · total")
                }
                time = clock.now - start
                try await terminal.press("C-c")
            }
            let most = 60 * (time / Duration.seconds(1)) + 5
            #expect(Double(parts(text).drawings.count) <= most)
        }
    }
}
