import Foundation
import ProgramTestSupport
import Testing

extension InTmux {
    /// The bytes that the program writes to its terminal.
    @Suite("no flicker", .needs(.script, .nc))
    struct FlickerTests {
        private static let begin = "\u{1B}[?2026h"
        private static let end = "\u{1B}[?2026l"

        /// Returns the text between the drawings, and the drawings.
        private func parts(_ text: String) -> (between: [String], drawings: [String]) {
            var between = [String]()
            var drawings = [String]()
            for (index, piece) in text.components(separatedBy: Self.begin).enumerated() {
                let halves = piece.components(separatedBy: Self.end)
                if index > 0 {
                    drawings.append(halves[0])
                }
                between.append(
                    halves.dropFirst(index > 0 ? 1 : 0).joined(separator: Self.end)
                )
            }
            return (between, drawings)
        }

        /// Uses `script` to record the output of `command` while `body` runs.
        private func written(
            _ command: String,
            columns: Int = 80,
            rows: Int = 24,
            _ body: (Stage, Terminal) async throws -> Void
        ) async throws -> String {
            var text = ""
            try await Stage.run(slowness: 100) { stage in
                try await stage.dicectl("table", "new", "many", "50d6")
                try await stage.dicectl("table", "new", "more", "50d6")
                let terminal = try await Terminal(
                    stage,
                    "script -qfe -O \"$HOME/bytes\" -c \"$dicectl \(command)\" > /dev/tty; echo ended > \"$HOME/ended\"",
                    columns: columns,
                    rows: rows
                )
                try await body(stage, terminal)
                try await Patience.wait(for: "end", { stage.contents("ended") }) {
                    !$0.isEmpty
                }
                text = stage.contents("bytes")
            }
            // `script` adds a line above and below.
            return text.split(separator: "\n", maxSplits: 1).last.map(String.init) ?? ""
        }

        /// Waits until the dice have looked different this many times, each of which is a drawing.
        /// The dice roll for at least a minute.
        private func tumble(_ terminal: Terminal, times: Int) async throws {
            var screen: [String] = []
            for _ in 0..<times {
                screen = try await terminal.shows("change") { $0 != screen }
            }
        }

        @Test("`play` never clears the screen between two drawings")
        func playNeverClearsTheScreenBetweenTwoDrawings() async throws {
            let text = try await written("play many --as ann") { stage, terminal in
                try await terminal.shows("1 watching")
                for roll in 1...2 {
                    try await terminal.roll { try await terminal.press("r") }
                    try await tumble(terminal, times: 10)
                    try await terminal.press("c")
                    try await terminal.shows("roll \(roll) · total")
                }
                for key in ["?", "h", "h", "2", "Down"] {
                    try await terminal.press(key)
                }
                try await terminal.press("q")
            }
            let (between, drawings) = parts(text)
            #expect(drawings.count > 20)
            // Only the text on entering and on leaving is outside of a drawing.
            #expect(between.dropFirst().dropLast().joined() == "")
            #expect(
                between.first
                    == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
            )
            // The screen is cleared once, before the first drawing; lines are never cleared.
            #expect(drawings.first?.hasPrefix("\u{1B}[m\u{1B}[2J") == true)
            for drawing in drawings.dropFirst() {
                #expect(
                    !drawing.contains(/\e\[[0-9]*[JK]/),
                    "\(drawing.debugDescription)"
                )
            }
        }

        @Test("`watch` never erases unchanged text") func watchNeverErasesWhatStands() async throws
        {
            let text = try await written("watch many") { stage, terminal in
                try await terminal.shows("turn 1, roll 0")
                for roll in 1...2 {
                    let rolling = try stage.start(
                        Programs.dicectl,
                        ["roll", "--table", "many", "--as", "bo"]
                    )
                    try await terminal.shows("rolls…")
                    try await tumble(terminal, times: 10)
                    try await stage.dicectl("cancel", "--table", "many")
                    try await terminal.shows("roll \(roll) · total")
                    #expect(await rolling.wait() == 0)
                }
                try await terminal.press("C-c")
            }
            let (between, drawings) = parts(text)
            #expect(drawings.count > 20)
            #expect(between.dropLast().joined() == "")
            for drawing in drawings.dropFirst() {
                #expect(!drawing.contains(/\e\[[0-9]*[JK]/))
            }
        }

        /// There are at most 60 drawings per second, however much happens and at however many
        /// tables. Only drawings that begin after the first reading of the clock and end before the
        /// second one are counted; a busy machine only makes that time longer.
        @Test("drawings keep a steady rate under load") func drawingsKeepAPaceWhateverComes()
            async throws
        {
            let clock = ContinuousClock()
            let start = clock.now
            // A small window is drawn quickly: only the frame rate limits the drawings.
            let text = try await written(
                "watch default many more",
                columns: 40,
                rows: 9
            ) {
                stage,
                terminal in
                try await terminal.shows("more · turn 1, roll 0")
                let tables = ["default", "many", "more"]
                let requests = (1...6_001).map { number in
                    let table = tables[number % tables.count]
                    let action = number.isMultiple(of: 2) ? "unlock" : "lock"
                    let params = #"{"table":"\#(table)","by":"bo","dice":[2]}"#
                    return
                        #"{"jsonrpc":"2.0","method":"table.\#(action)","params":\#(params)}"#
                }
                let last =
                    #"{"jsonrpc":"2.0","id":1,"method":"table.lock","params":{"by":"bo","dice":[3]}}"#
                let file = stage.folder + "/requests"
                try Data(((requests + [last]).joined(separator: "\n") + "\n").utf8)
                    .write(
                        to: URL(filePath: file)
                    )
                try await stage.run(
                    "/bin/sh",
                    ["-c", "nc -NU \"$DICED_SOCKET\" < \(file)"]
                )
                try await terminal.shows("locked 3")
                try await terminal.press("C-c")
            }
            let time = clock.now - start
            // One drawing more than the rate allows may be at the beginning, and one at the end.
            let maximum = 60 * (time / Duration.seconds(1)) + 2
            #expect(Double(parts(text).drawings.count) <= maximum, "in \(time)")
        }
    }
}
