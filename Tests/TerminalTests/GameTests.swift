import Foundation
import ProgramTestSupport
import Testing

extension InTmux {
    /// Two people at one table, each with a terminal.
    @Suite("a game for two in tmux")
    struct GameTests {
        private func play(_ stage: Stage, _ name: String) async throws -> Terminal {
            let terminal = try await Terminal(
                stage,
                "\"$dicectl\" play game --as \(name)",
                columns: 100
            )
            try await terminal.shows("of d6")
            return terminal
        }

        /// Rolls, and returns when both screens show the settled dice.
        private func roll(
            _ number: Int,
            turn: Int,
            by player: Terminal,
            beside other: Terminal
        )
            async throws
        {
            try await player.press("r")
            for terminal in [player, other] {
                try await terminal.shows("roll \(number) settled") { lines in
                    lines[0].contains("turn \(turn), roll \(number) of 3")
                        && lines[0].contains("total")
                }
            }
        }

        @Test("three turns with a mistake at each step give the expected history")
        func threeTurnsWithAMistakeAtEachStepMakeTheHistoryThatPeopleExpect()
            async throws
        {
            try await Stage.run { stage in
                try await stage.dicectl(
                    "table",
                    "new",
                    "game",
                    "3d6",
                    "--players",
                    "ann,bo",
                    "--rolls",
                    "3"
                )
                var ann = try await play(stage, "ann")
                let bo = try await play(stage, "bo")
                try await ann.shows("turn 1, roll 0 of 3 · YOUR TURN, A ann")
                try await bo.shows("turn 1, roll 0 of 3 · A ann's turn · you are B bo")

                // A roll out of turn; a lock before the first roll; a fourth roll.
                try await bo.press("r")
                try await bo.shows("it is ann's turn")
                try await ann.press("1")
                try await ann.shows("the turn has no roll yet")
                try await roll(1, turn: 1, by: ann, beside: bo)
                try await ann.press("1")
                try await bo.shows("ann locked 1")
                for number in [2, 3] {
                    try await roll(number, turn: 1, by: ann, beside: bo)
                }
                try await ann.press("r")
                try await ann.shows("the turn has used its 3 rolls")
                try await ann.press("e")
                try await bo.shows("turn 2, roll 0 of 3 · YOUR TURN, B bo")
                try await ann.shows("turn 2, roll 0 of 3 · B bo's turn")

                // Ending a turn with rolls left, by mistake and on purpose.
                try await roll(1, turn: 2, by: bo, beside: ann)
                try await bo.press("e")
                try await bo.shows("2 rolls are left; press e again to end the turn")
                try await roll(2, turn: 2, by: bo, beside: ann)
                try await bo.press("e")
                try await bo.shows("1 roll is left")
                try await ann.press("e")
                try await ann.shows("it is bo's turn")
                try await bo.press("e")
                try await ann.shows("turn 3, roll 0 of 3 · YOUR TURN, A ann")

                // Leaving in the middle of a turn, and returning.
                try await roll(1, turn: 3, by: ann, beside: bo)
                try await ann.press("2")
                try await bo.shows("ann locked 2")
                try await ann.press("q")
                try await bo.shows("1 watching")
                ann = try await play(stage, "ann")
                try await ann.shows("turn 3, roll 1 of 3 · YOUR TURN, A ann")
                try await ann.shows("2 LOCKED")
                try await ann.press("e", "e")
                try await bo.shows("turn 4, roll 0 of 3 · YOUR TURN, B bo")

                let entries = try #require(
                    JSON(
                        try await stage.dicectl("history", "-t", "game", "--json")
                            .output.utf8
                    )
                )["entries"].array
                #expect(entries.map { $0["by"] } == ["ann", "bo", "ann"])
                #expect(entries.map { $0["turn"] } == [3, 2, 1])
                #expect(entries.map { $0["rolls"].array.count } == [1, 2, 3])
                #expect(
                    entries.map { $0["rolls"].array.map { $0["by"] } } == [
                        ["ann"],
                        ["bo", "bo"],
                        ["ann", "ann", "ann"],
                    ]
                )
                #expect(
                    entries.map { $0["dice"].array.map { $0["locked"] } }[0] == [
                        false, true, false,
                    ]
                )
                let first = try #require(entries.last)
                #expect(
                    first["rolls"].array.map { $0["values"][0] }
                        == Array(repeating: first["dice"][0]["value"], count: 3)
                )
                try await bo.press("h")
                try await bo.shows("the totals of both") { lines in
                    lines.contains { $0.contains("A ann   2 ") }
                        && lines.contains { $0.contains("B bo    1 ") }
                }
            }
        }

        @Test("a recreated table is shown and the old one cannot be played")
        func aTableMadeAnewIsShownAndTheOldOneCannotBePlayed() async throws {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "game", "3d6")
                let ann = try await play(stage, "ann")
                let watch = try await Terminal(
                    stage,
                    "\"$dicectl\" watch game",
                    columns: 100
                )
                try await watch.shows("game · turn 1")
                try await stage.dicectl(
                    "roll",
                    "game",
                    "--motion",
                    "none",
                    "--as",
                    "bo"
                )
                try await ann.shows("turn 1, roll 1")
                try await stage.dicectl("table", "rm", "--yes", "game")
                let gone = try await ann.shows("DELETED · game")
                #expect(!gone.contains { $0.contains("[ Roll ]") })
                try await watch.shows("deleted")
                try await ann.press("r")
                try await ann.shows("the table was deleted; nothing was sent")
                try await stage.dicectl("table", "new", "game", "2d20")
                try await ann.shows("the table was created again")
                try await ann.shows("die 1 of 2: 1 of d20") {
                    $0[0].hasPrefix("game · turn 1, roll 0 · total 2")
                }
                try await watch.shows("created again")
                try await ann.press("r")
                try await watch.shows("game · turn 1, roll 1")
            }
        }

        @Test("a recreated table of the same name can be chosen")
        func theSameTableCanBeChosenOnceItIsThereAgain() async throws {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "game", "3d6")
                let ann = try await play(stage, "ann")
                try await stage.dicectl("table", "rm", "--yes", "game")
                try await ann.shows("DELETED · game")
                try await stage.dicectl("table", "new", "game", "2d20")
                try await ann.press("t")
                try await ann.shows("> game")
                try await ann.press("Enter")
                try await ann.shows("game again") {
                    $0[0].hasPrefix("game · turn 1, roll 0 · total 2")
                }
            }
        }

        @Test("a bot plays on the other side until the person quits")
        func aBotPlaysOnTheOtherSideUntilThePersonQuits() async throws {
            try await Stage.run { stage in
                let ann = try await Terminal(
                    stage,
                    "\"$dicectl\" play game --as ann --game pig --against robo --pace 100",
                    columns: 100
                )
                try await ann.shows("turn 1, roll 0 · YOUR TURN, A ann")
                try await ann.shows("2 watching")
                // Ann plays until her turn is lost or banked; then the bot takes a turn, and it is
                // ann's turn again.
                try await ann.press("r")
                try await ann.shows("roll 1 settled, or the turn lost") { lines in
                    lines[0].contains("this turn") && !lines[0].contains("turn 1, roll 0")
                }
                // The only die is kept by itself.
                try await ann.press("e")
                try await ann.shows("turn 3") {
                    $0[0].contains("turn 3, ") && $0[0].contains("YOUR TURN")
                }
                #expect(
                    try await stage.dicectl("history", "-t", "game").output.contains(
                        " turn 2 robo (bot): "
                    )
                )
                try await ann.press("q")
                try await Patience.wait(for: "table that both have left") {
                    try await stage.dicectl("table", "show", "game", "--json").output
                } until: {
                    !$0.contains("contributors") && $0.contains(#""watchers":0"#)
                }
            }
        }

        @Test("the same command on another evening goes on with the match")
        func anotherEvening() async throws {
            try await Stage.run { stage in
                let command = "\"$dicectl\" play night --as ann --game pig --against robo"
                let first = try await Terminal(stage, command, columns: 100)
                try await first.shows("turn 1, roll 0 · YOUR TURN, A ann")
                try await first.press("r")
                try await first.shows("roll 1") { $0[0].contains("roll 1") }
                try await first.press("q")
                let second = try await Terminal(stage, command, columns: 100)
                try await second.shows("the same match") { $0[0].contains("night · turn") }
            }
        }

        @Test("the bell notifies the current player", arguments: ["--bell", ""])
        func theBellTellsThePlayerWhoIsUp(_ option: String) async throws {
            try await Stage.run { stage in
                try await stage.dicectl(
                    "table",
                    "new",
                    "game",
                    "3d6",
                    "--players",
                    "ann,bo"
                )
                let bo = try await Terminal(
                    stage,
                    "\"$dicectl\" play game --as bo \(option)",
                    columns: 100
                )
                try await bo.shows("A ann's turn · you are B bo")
                #expect(try await bo.variable("window_bell_flag") == "0")
                try await stage.dicectl(
                    "roll",
                    "game",
                    "--motion",
                    "none",
                    "--as",
                    "ann"
                )
                try await stage.dicectl("end-turn", "-t", "game", "--as", "ann")
                try await bo.shows("YOUR TURN, B bo")
                // The bell, if there is one, comes before the drawing that has just been seen.
                #expect(
                    try await bo.variable("window_bell_flag")
                        == (option.isEmpty ? "0" : "1")
                )
            }
        }
    }
}
