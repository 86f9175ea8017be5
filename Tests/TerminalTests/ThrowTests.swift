import ProgramTestSupport
import Testing

extension InTmux {
    /// Dice notation in `play`: the input line, and the dice that it throws.
    @Suite("throws in tmux")
    struct ThrowTests {
        private func play(_ stage: Stage) async throws -> Terminal {
            let terminal = try await Terminal(stage, "\"$dicectl\" play --as ann")
            try await terminal.shows("1 watching")
            return terminal
        }

        @Test("a mistake is marked with a caret and can be corrected")
        func aMistakeHasACaretAndIsMended() async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await play(stage)
                try await terminal.press("/", "4d6d1", "Enter")
                let mistaken = try await terminal.shows("here this is written `4d6dl1`")
                #expect(mistaken[22] == "throw: 4d6d1")
                #expect(mistaken[23].hasPrefix("          ^"))
                try await terminal.press(
                    "BSpace",
                    "BSpace",
                    "kh3",
                    "Home",
                    "Right",
                    "BSpace",
                    "5",
                    "Enter"
                )
                let flying = try await terminal.shows("5d6kh3 · A ann throws…")
                #expect(
                    flying[22].contains(Terminal.begun),
                    "the table's dice are free"
                )
                #expect(!flying.joined().contains("total 5 · A ann"))
                try await terminal.press("c")
                _ = try await terminal.shows("5d6kh3 · A ann · total ")
                let settled = try await terminal.shows("A ann: 5d6kh3: ")
                let dropped = settled.joined(separator: "\n").matches(of: /\([1-6]\)/)
                #expect(dropped.count == 4, "below the dice, and among what ended last")
                let row = try #require(settled.firstIndex { $0.contains(/\([1-6]\)/) })
                let word = try #require(settled[row].firstMatch(of: /\([1-6]\)/))
                let style = try await terminal.style(of: String(word.0), row: row)
                #expect(
                    style?.joined(separator: ";").split(separator: ";").contains("9")
                        == true,
                    "struck through"
                )
            }
        }

        @Test("earlier lines can be recalled, and Escape throws nothing")
        func earlierLinesComeBackAndEscapeThrowsNothing() async throws {
            try await Stage.run { stage in
                let terminal = try await play(stage)
                for expression in ["d20+5", "2d1+3"] {
                    try await terminal.press("/", expression, "Enter")
                    try await terminal.shows("\(expression) · A ann · total ")
                }
                try await terminal.press("/", "Up", "Up")
                try await terminal.shows("throw: d20+5")
                try await terminal.press("Down", "C-w", "junk", "C-u", "3d1", "Escape")
                try await terminal.shows(Terminal.begun)
                try await terminal.press("/", "Up", "Enter")
                let screen = try await terminal.shows("three throws") { screen in
                    screen.count { $0.contains("2d1+3") } == 2
                }
                #expect(!screen.joined().contains("3d1 "))
                #expect(
                    screen.contains {
                        $0.contains("2d1+3 · A ann · total 5")
                            || $0.contains("ann: 2d1+3: [1 1] + 3 = 5")
                    }
                )
            }
        }

        @Test("the daemon's refusal is shown at the input line")
        func theDaemonsRefusalShowsInTheLine() async throws {
            try await Stage.run { stage in
                let terminal = try await play(stage)
                try await terminal.press("/", "nosuchroll", "Enter")
                try await terminal.shows("a message") { screen in
                    screen[22] == "throw: nosuchroll" && screen.joined().contains("^")
                }
                try await terminal.press("Escape")
                try await terminal.shows(Terminal.begun)
            }
        }

        /// Another player's throw, as displayed with less motion.
        @Test("another player's throw respects the motion setting", arguments: ["reduced", "none"])
        func motionIsAsWanted(_ motion: String) async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let one = try await play(stage)
                let two = try await Terminal(
                    stage,
                    "\"$dicectl\" play --as bo --motion \(motion)"
                )
                try await two.shows("2 watching")
                try await one.press("/", "3d1", "Enter")
                try await one.shows("3d1 · A ann throws…")
                if motion == "reduced" {
                    let flying = try await two.shows("3d1 · A ann throws…")
                    #expect(
                        flying.contains { $0.contains("┆ … ┆ ┆ … ┆ ┆ … ┆") }
                            || flying.joined().contains("d1")
                    )
                }
                try await two.press("c")
                let asked = try await two.shows("no die is in flight")
                #expect(motion == "reduced" || !asked.joined().contains("3d1"))
                try await one.press("c")
                try await two.shows("3d1 · A ann · total 3")
            }
        }
    }
}
