import Foundation
import ProgramTestSupport
import Testing

extension InTmux {
    @Suite("play in tmux")
    struct PlayKeysTests {
        private func play(_ stage: Stage, _ arguments: String = "") async throws
            -> Terminal
        {
            let terminal = try await Terminal(
                stage,
                "\"$dicectl\" play --as ann \(arguments)"
            )
            try await terminal.shows("1 watching")
            return terminal
        }

        @Test("a roll dims the buttons until it has settled", arguments: ["r", "Space"])
        func aRollDimsTheButtonsUntilItHasSettled(_ key: String) async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await play(stage)
                func buttonsAre(
                    _ style: String,
                    _ buttons: [String] = ["Roll", "End Turn"]
                )
                    async throws
                {
                    for button in buttons {
                        try await Patience.wait(for: "\(button) in \(style)") {
                            try await terminal.style(of: button, row: 22)
                        } until: {
                            $0 == [style]
                        }
                    }
                }
                let bright = "1"
                let faint = "38;5;243"
                try await terminal.shows(Terminal.begun)
                try await buttonsAre(bright, ["Roll"])
                try await buttonsAre(faint, ["End Turn"])
                let rolling = try await terminal.roll { try await terminal.press(key) }
                    .rolling
                #expect(
                    rolling[0].contains("5 rolling") && !rolling[0].contains("total")
                )
                try await buttonsAre(faint)
                try await terminal.press("1")
                try await terminal.shows("ignored: die 1 is in flight")
                try await terminal.press("r")
                try await terminal.shows("ignored: dice are in flight")
                try await terminal.press("e")
                try await terminal.press("c")
                let settled = try await terminal.shows(Terminal.ready)
                try await buttonsAre(bright)
                #expect(settled[0].contains("turn 1, roll 1 · total "))
                #expect(settled[0].contains("ann rolled"))
            }
        }

        /// The buttons are dimmed while any die is in flight, whoever rolled it.
        @Test("one die in flight dims the buttons") func oneDieInFlightDimsTheButtons() async throws
        {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await play(stage)
                let roll = try stage.start(Programs.dicectl, ["roll", "3"])
                try await terminal.shows(Terminal.dimmed)
                #expect(try await terminal.screen()[0].contains("1 rolling"))
                try await stage.dicectl("cancel")
                try await terminal.shows(Terminal.ready)
                #expect(await roll.wait() == 0)
            }
        }

        /// The tapped die is dimmed, and gets its color back while it is still rolling.
        @Test("an ignored tap dims the die for a moment", .needs(.script))
        func anIgnoredTapDimsTheDieForAMoment() async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await Terminal(
                    stage,
                    "script -qfe -O \"$HOME/bytes\" -c \"$dicectl play --as ann\" > /dev/tty"
                )
                try await terminal.shows("1 watching")
                let faint = "38;5;243m╭╌╌╌╌╌╌╌╮"
                try await terminal.roll { try await terminal.press("r") }
                #expect(!stage.contents("bytes").contains(faint))
                try await terminal.press("1")
                try await Patience.wait(for: "dimmed die", { stage.contents("bytes") }) {
                    $0.contains(faint)
                }
                try await Patience.wait(for: "the die as it was") {
                    try await terminal.styledScreen()[2]
                } until: {
                    !$0.contains(faint)
                }
                #expect(
                    stage.contents("bytes").components(separatedBy: faint).count == 2,
                    "one die, once"
                )
                #expect(try await terminal.screen()[0].contains("5 rolling"))
                // `script` outlives the terminal.
                try await terminal.press("q")
                try await terminal.shows("an end") { !$0[0].contains("5 rolling") }
            }
        }

        @Test("the default table is recreated if it is missing")
        func theTableDefaultIsMadeAnewWhereItIsMissing() async throws {
            try await Stage.run { stage in
                try await stage.dicectl("rm", "default", "--yes")
                let named = try await Terminal(
                    stage,
                    "\"$dicectl\" play default; echo \"status $?\"; cat"
                )
                try await named.shows("status 1")
                #expect(
                    try await named.screen()[0].contains(
                        "no table \"default\""
                    )
                )
                let terminal = try await play(stage)
                #expect(
                    try await terminal.screen()[0].contains(
                        "default · turn 1, roll 0 · total 5"
                    )
                )
                try await terminal.press("q")
                try await terminal.shows(
                    "created the table default again, with 5d6; it had been removed"
                )
            }
        }

        @Test("dice are held with digits, arrows and the mouse")
        func dicesAreHeldByDigitsByArrowsAndByTheMouse() async throws {
            try await Stage.run { stage in
                let terminal = try await play(stage)
                try await terminal.press("2")
                try await terminal.shows("locked 2")
                try await terminal.press("Right", "Enter")
                try await terminal.shows("locked 3")
                let screen = try await terminal.screen()
                #expect(
                    screen[7].filter { $0 != " " && $0 != "▸" && $0 != "◂" }
                        == "12LOCKED3LOCKED45"
                )
                let column = Array(screen[7]).lastIndex(of: "5")
                try await terminal.click(row: 4, column: try #require(column))
                try await terminal.shows("locked 5")
                try await terminal.press("2")
                try await terminal.shows("unlocked 2")
                try await terminal.press("a")
                try await terminal.shows("unlocked 3 5")
                #expect(try await !terminal.screen()[7].contains("LOCKED"))
                try await terminal.press("a")
                try await terminal.shows("no die is locked")
            }
        }

        @Test("the mouse presses the buttons") func theMousePressesTheButtons() async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await play(stage)
                try await terminal.roll {
                    try await terminal.click(row: 22, column: 31)
                }
                try await terminal.click(row: 22, column: 31)
                try await terminal.shows("ignored: dice are in flight")
                try await terminal.press("c")
                try await terminal.shows(Terminal.ready)
                try await terminal.click(row: 22, column: 45)
                try await terminal.shows("turn 2, roll 0")
            }
        }

        /// Every ended turn, of any player, in the rows that the dice leave free.
        @Test("the last turns are below the dice") func theLastTurnsStandBelowTheDice() async throws
        {
            try await Stage.run { stage in
                try await stage.dicectl("roll", "--no-animation", "--as", "bo")
                try await stage.dicectl("end-turn", "--as", "bo")
                let terminal = try await play(stage)
                try await terminal.shows(" 1  B bo ")
                try await stage.dicectl("roll", "--no-animation", "--as", "cy")
                try await stage.dicectl("end-turn", "--as", "cy")
                let screen = try await terminal.shows(" 2  C cy ")
                let rows = screen.indices.filter {
                    screen[$0].contains(" 1  B bo ") || screen[$0].contains(" 2  C cy ")
                }
                #expect(
                    rows.count == 2 && screen[rows[0]].contains("cy"),
                    "the newest first"
                )
                try await terminal.press("t")
                try await terminal.press("Escape")
                try await terminal.shows(" 2  C cy ")
            }
        }

        @Test("keys cancel, end the turn, show history and help, and quit")
        func cancelEndTurnHistoryHelpAndQuit() async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await play(stage)
                try await terminal.press("e")
                try await terminal.shows("the turn has no roll yet")
                try await terminal.roll { try await terminal.press("r") }
                try await terminal.press("c")
                try await terminal.shows(Terminal.ready)
                try await terminal.press("e")
                try await terminal.shows("turn 2, roll 0")
                try await terminal.press("h")
                try await terminal.shows("turn 1 A ann: ")
                try await terminal.press("h")
                try await terminal.shows("╭───────╮")
                try await terminal.press("?")
                try await terminal.shows("settle the dice in flight")
                try await terminal.press("?")
                try await terminal.shows("╭───────╮")
                try await terminal.press("q")
                try await Patience.wait(
                    for: "way back",
                    { try await terminal.variable("alternate_on") }
                ) { $0 == "0" }
                #expect(try await terminal.screen().joined() == "")
            }
        }

        @Test("another table is chosen from the list") func anotherTableIsChosenFromTheList()
            async throws
        {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "odd", "6,20,1000")
                let terminal = try await play(stage)
                try await terminal.press("t")
                try await terminal.shows("> default")
                try await terminal.press("Down")
                try await terminal.shows("> odd")
                try await terminal.press("Enter")
                try await terminal.shows("odd · turn 1, roll 0")
                try await terminal.shows("d1000")
                try await terminal.press("r")
                try await terminal.shows("odd · turn 1, roll 1 · total")
                let tables = try await stage.dicectl("table", "list", "--json").output
                #expect(
                    tables.contains(/"table":"default"[^}]*"watchers":0/),
                    "the table that was left is not watched"
                )
            }
        }

        @Test("a click on a table in the list chooses it") func aClickOnATableOfTheListChoosesIt()
            async throws
        {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "odd", "6,20,1000")
                let terminal = try await play(stage)
                try await terminal.press("t")
                let list = try await terminal.shows("> default")
                let row = try #require(list.firstIndex { $0.contains("> default") })
                let line = try #require(list[row].range(of: "> default"))
                let column =
                    list[row].distance(from: list[row].startIndex, to: line.lowerBound)
                    + 2
                try #require(list[row + 1].contains("odd"))
                try await terminal.click(row: row + 1, column: column)
                try await terminal.shows("d1000")
            }
        }

        @Test("two players see the same table") func twoPlayersSeeTheSame() async throws {
            try await Stage.run { stage in
                let one = try await play(stage)
                let two = try await Terminal(stage, "\"$dicectl\" play --as bo")
                try await two.shows("2 watching")
                try await one.shows("2 watching")
                for roll in 1...4 {
                    try await (roll.isMultiple(of: 2) ? one : two).press("r")
                    let name = roll.isMultiple(of: 2) ? "ann" : "bo"
                    let wanted = "turn 1, roll \(roll) · total"
                    let both = try await Patience.wait(
                        for: "same screens with \(wanted)"
                    ) {
                        (try await one.screen(), try await two.screen())
                    } until: {
                        $0.0 == $0.1 && $0.0[0].contains(wanted)
                    }
                    #expect(both.0[0].contains("\(name) rolled"))
                }
            }
        }

        @Test("the table stays marked until the daemon returns")
        func theTableStaysMarkedUntilTheDaemonIsBack() async throws {
            try await Stage.run { stage in
                let terminal = try await play(stage, "--no-autostart")
                try await terminal.press("2")
                try await terminal.shows("locked 2")
                await stage.stopDaemon()
                let old = try await terminal.shows("DISCONNECTED · default")
                #expect(old[7].contains("2 LOCKED"))
                #expect(old.last?.contains("waiting for it") == true)
                try await terminal.press("r")
                try await terminal.shows("nothing was sent")
                try await stage.startDaemon()
                let back = try await terminal.shows("the daemon is back")
                #expect(
                    back[0].hasPrefix("default · turn 1, roll 0"),
                    "the roll was not sent again"
                )
                #expect(back[7].contains("2 LOCKED"))
            }
        }

        @Test("a missing daemon is offered and started", arguments: ["r", "Enter"])
        func withoutADaemonOneIsOfferedAndStarted(_ key: String) async throws {
            try await Stage.run { stage in
                let terminal = try await play(stage)
                try await terminal.press("2")
                try await terminal.shows("locked 2")
                await stage.stopDaemon()
                try await terminal.shows("no daemon; r or enter starts it")
                try await terminal.press(key)
                try await terminal.shows("start the daemon?")
                #expect(
                    try await stage.dicectl("status", "--no-autostart").status == 69
                )
                try await terminal.press(key)
                let back = try await terminal.shows("the daemon is back")
                #expect(
                    back[0].hasPrefix("default · turn 1, roll 0"),
                    "the offer was no roll"
                )
                #expect(back[7].contains("2 LOCKED"))
                try await terminal.press("3")
                try await terminal.shows("locked 3")
                try await stage.stopStrayDaemon()
            }
        }

        @Test("the dice wrap to the window") func theDiceFlowWithTheWindow() async throws {
            try await Stage.run { stage in
                try await stage.dicectl("table", "new", "many", "20d6")
                let terminal = try await play(stage, "many")
                try await terminal.shows("╭───────╮ ╭───────╮")
                try await terminal.resize(columns: 60, rows: 20)
                try await terminal.shows("╭1──╮")
                try await terminal.resize(columns: 30, rows: 11)
                try await terminal.shows("20:1")
                try await terminal.resize(columns: 20, rows: 10)
                try await terminal.shows("⚀")
                try await terminal.resize(columns: 80, rows: 24)
                try await terminal.shows("╭───────╮ ╭───────╮")
            }
        }
    }
}
