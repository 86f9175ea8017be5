import Foundation
import Testing

@Suite("play in tmux", .serialized, .enabled(if: Programs.hasTmux))
struct PlayKeysTests {
    private static let ready = "[ Roll ]  [ End Turn ]"
    private static let dimmed = "· Roll ·  · End Turn ·"

    private func play(_ stage: Stage, _ arguments: String = "") async throws -> Terminal {
        let terminal = try Terminal(stage, "\"$dicectl\" play --as ann \(arguments)")
        try await terminal.shows("1 watching")
        return terminal
    }

    @Test(arguments: ["r", "Space"])
    func aRollDimsTheButtonsUntilItHasSettled(_ key: String) async throws {
        try await Stage.run { stage in
            let terminal = try await play(stage)
            try await terminal.shows(Self.ready)
            try terminal.press(key)
            let rolling = try await terminal.shows(Self.dimmed)
            #expect(rolling[0].contains("rolling") && !rolling[0].contains("total"))
            try terminal.press("1")
            try await terminal.shows("ignored: die 1 is still rolling")
            let settled = try await terminal.shows(Self.ready)
            #expect(settled[0].hasPrefix("default · turn 1, roll 1 · total "))
            #expect(settled[0].contains("ann rolled"))
            #expect(!settled.joined().contains("held"), "the tap was ignored")
        }
    }

    @Test func dicesAreHeldByDigitsByArrowsAndByTheMouse() async throws {
        try await Stage.run { stage in
            let terminal = try await play(stage)
            try terminal.press("2")
            try await terminal.shows("locked 2")
            try terminal.press("Right", "Enter")
            try await terminal.shows("locked 3")
            let screen = try terminal.screen()
            #expect(screen[7].filter { $0 != " " && $0 != "▸" && $0 != "◂" } == "12held3held45")
            let column = Array(screen[7]).lastIndex(of: "5")
            try terminal.click(row: 4, column: try #require(column))
            try await terminal.shows("locked 5")
            try terminal.press("2")
            try await terminal.shows("unlocked 2")
            try terminal.press("a")
            try await terminal.shows("unlocked 3 5")
            #expect(try !terminal.screen()[7].contains("held"))
            try terminal.press("a")
            try await terminal.shows("no die is held")
        }
    }

    @Test func theMousePressesTheButtons() async throws {
        try await Stage.run { stage in
            let terminal = try await play(stage)
            try terminal.click(row: 22, column: 31)
            try await terminal.shows(Self.dimmed)
            try terminal.click(row: 22, column: 31)
            try await terminal.shows("ignored: dice are still rolling")
            try await terminal.shows(Self.ready)
            try terminal.click(row: 22, column: 45)
            try await terminal.shows("turn 2, roll 0")
        }
    }

    @Test func cancelEndTurnHistoryHelpAndQuit() async throws {
        try await Stage.run { stage in
            let terminal = try await play(stage)
            try terminal.press("e")
            try await terminal.shows("the turn has no roll yet")
            try terminal.press("r")
            try await terminal.shows(Self.dimmed)
            try terminal.press("c")
            try await terminal.shows(Self.ready)
            try terminal.press("e")
            try await terminal.shows("turn 2, roll 0")
            try terminal.press("h")
            try await terminal.shows("turn 1 ann: ")
            try terminal.press("h")
            try await terminal.shows("╭───────╮")
            try terminal.press("?")
            try await terminal.shows("settle at once")
            try terminal.press("?")
            try await terminal.shows("╭───────╮")
            try terminal.press("q")
            try await Patience.wait(for: "way back", { try terminal.variable("alternate_on") }) { $0 == "0" }
            #expect(try terminal.screen().joined() == "")
        }
    }

    @Test func anotherTableIsChosenFromTheList() async throws {
        try await Stage.run { stage in
            try stage.dicectl("table", "new", "odd", "6,20,1000")
            let terminal = try await play(stage)
            try terminal.press("t")
            try await terminal.shows("> default")
            try terminal.press("Down")
            try await terminal.shows("> odd")
            try terminal.press("Enter")
            try await terminal.shows("odd · turn 1, roll 0")
            try await terminal.shows("d1000")
            try terminal.press("r")
            try await terminal.shows("odd · turn 1, roll 1 · total")
        }
    }

    @Test func twoPlayersSeeTheSame() async throws {
        try await Stage.run { stage in
            let one = try await play(stage)
            let two = try Terminal(stage, "\"$dicectl\" play --as bo")
            try await two.shows("2 watching")
            try await one.shows("2 watching")
            for roll in 1...4 {
                try (roll.isMultiple(of: 2) ? one : two).press("r")
                let name = roll.isMultiple(of: 2) ? "ann" : "bo"
                let wanted = "turn 1, roll \(roll) · total"
                let first = try await one.shows(wanted)
                let second = try await two.shows(wanted)
                #expect(first == second)
                #expect(first[0].contains("\(name) rolled"))
            }
        }
    }

    @Test func theTableStaysMarkedAsOldUntilTheDaemonIsBack() async throws {
        try await Stage.run { stage in
            let terminal = try await play(stage)
            try terminal.press("2")
            try await terminal.shows("locked 2")
            stage.stopDaemon()
            let old = try await terminal.shows("OLD · default")
            #expect(old[7].contains("2 held"))
            try terminal.press("r")
            try await terminal.shows("nothing was sent")
            try await stage.startDaemon()
            let back = try await terminal.shows("the daemon is back")
            #expect(back[0].hasPrefix("default · turn 1, roll 0"), "the roll was not sent again")
            #expect(back[7].contains("2 held"))
        }
    }

    @Test func theDiceFlowWithTheWindow() async throws {
        try await Stage.run { stage in
            try stage.dicectl("table", "new", "many", "20d6")
            let terminal = try await play(stage, "many")
            try await terminal.shows("╭───────╮ ╭───────╮")
            try terminal.resize(columns: 60, rows: 20)
            try await terminal.shows("╭1───╮")
            try terminal.resize(columns: 30, rows: 10)
            try await terminal.shows("20:1")
            try terminal.resize(columns: 20, rows: 10)
            try await terminal.shows("⚀")
            try terminal.resize(columns: 80, rows: 24)
            try await terminal.shows("╭───────╮ ╭───────╮")
        }
    }
}
