import ArgumentParser
import DiceDrawing
import Testing

@testable import dicectl

/// Expects the same command with the same options as the argument parser's reading.
func expectSame(_ quick: QuickReading, _ parsed: any ParsableCommand) throws {
    switch quick {
    case .roll(let order, let context):
        let roll = try #require(parsed as? Roll)
        #expect(try order == roll.order)
        #expect(context == roll.context)
    case .other(let command):
        #expect(String(describing: command) == String(describing: parsed))
    }
}

/// `CommandLineTests` compares the readings of many more lines.
@Suite("Commands without the argument parser")
struct QuickLineTests {
    @Test(
        "a plain line means what the argument parser reads in it",
        arguments: [
            ["roll"],
            ["roll", "--no-animation"],
            ["roll", "--json"],
            ["roll", "--restart"],
            ["roll", "--plain"],
            ["roll", "--no-autostart"],
            ["roll", "--shared"],
            ["roll", "1"],
            ["roll", "3", "1", "3"],
            ["roll", "fate"],
            ["roll", "fate", "1-3", "--json"],
            ["roll", "1,3", "fate"],
            ["roll", "all"],
            ["roll", "fate", "fate"],
            ["roll", "--no-animation", "2", "--json", "5"],
            ["roll", "2", "--restart", "--plain", "--json", "--json"],
            ["roll", "007"],
            ["roll", "+5"],
            ["roll", "4d6kh3+2"],
            ["roll", "d20+5", "2D6+3", "--json"],
            ["roll", "adv", "fate", "--no-animation"],
            ["roll", "attack", "bonus=-9.5"],
            ["roll", "2+3"],
            ["roll", "6x(1d4)d6!"],
            ["roll", "4d6d1"],
            ["roll", "4d6", "kh3"],
            ["roll", "6x", "4d6", "fate"],
            ["roll", "d20", "adv"],
            ["roll", "attack bonus=3"],
            ["roll", "3", "d6"],
            ["roll", "--check", "d20", "vs", "15"],
            ["roll", "--motion", "none"],
            ["roll", "--no-animation", "--motion", "full"],
            ["roll", "d20", "--motion", "reduced", "--json"],
            ["roll", "-t", "night"],
            ["roll", "--table", "night", "1-3", "--as", "ann"],
            ["roll", "-t", "night", "attack", "bonus=3", "--as", "Ann B"],
            ["roll", "night", "-t", "night"],
            ["roll", "attack", "-t", "night"],
            ["roll", "d20", "--label", "initiative", "--secret"],
            ["roll", "--secret", "--secret", "2d6", "--no-autostart"],
            ["roll", "--as", "ann", "--restart", "--json"],
            ["roll", "W20", "-t", "night"],
            ["roll", "--label", "x y", "2d6", "3d8"],
            ["lock", "1-3"],
            ["hold", "odd", "all", "--as", "ann"],
            ["unlock"],
            ["free", "2", "-t", "odd", "--json"],
            ["keep", "1", "5"],
            ["toggle", "1,3", "--no-autostart"],
            ["end-turn"],
            ["end", "odd", "--as", "bo", "--shared"],
            ["end-turn", "--absent", "--table", "odd"],
            ["score"],
            ["score", "full", "house", "-y"],
            ["score", "--new", "-t", "odd", "--as", "ann"],
            ["hint", "odd", "--all"],
            ["history"],
            ["history", "odd", "--as", "ann"],
            ["history", "--all", "--json"],
            ["again"],
            ["again", "+1d4", "--plain", "--motion", "none"],
            ["status", "--json"],
            ["scores", "odd"],
            ["settle", "-t", "odd", "--as", "ann"],
            ["cancel"],
            ["show", "3", "--as", "gm"],
        ]
    )
    func itMeansWhatTheArgumentParserReads(_ arguments: [String]) throws {
        let quick = try #require(QuickReading(arguments))
        try expectSame(quick, try Dicectl.parseAsRoot(arguments))
    }

    @Test(
        "the shared daemon is selected by the option or by the variable",
        arguments: [
            ([:], false),
            (["": ""], false),
            (["": "0"], false),
            (["": "1"], true),
            (["": "yes"], true),
        ]
    )
    func shared(_ values: [String: String], _ isShared: Bool) {
        #expect(
            CommandContext.isShared(
                EnvironmentVariables(
                    Dictionary(uniqueKeysWithValues: values.map { ("DICECTL_SHARED", $1) })
                )
            ) == isShared
        )
        #expect(CommandContext(shared: true).isShared)
    }

    @Test(
        "all other lines are left to the argument parser",
        arguments: [
            [],
            ["table", "list"],
            ["rolls"],
            ["--version"],
            ["roll", "--help"],
            ["roll", "-h"],
            ["roll", "0"],
            ["roll", "-1"],
            ["roll", "--", "1"],
            ["roll", "--table", "x y"],
            ["roll", "--table=x"],
            ["roll", "-t"],
            ["roll", "-t", "x", "-t", "y"],
            ["roll", "night", "1", "-t", "x"],
            ["roll", "--as", "ann", "--as", "bo"],
            ["roll", "--as", ""],
            ["roll", "--as", "-x"],
            ["roll", "--secret"],
            ["roll", "--label", "words"],
            ["roll", "d20", "--secret", "--to", "gm"],
            ["roll", ""],
            ["roll", "--motion", "quick"],
            ["roll", "--motion"],
            ["roll", "--motion=none"],
            ["roll", "--socket", "s"],
            ["roll", "--jso"],
            ["roll", "1.0"],
            ["roll", "-1d4"],
            ["roll", "3d6", "2"],
            ["roll", "a", "b", "1"],
            ["roll", "3d6", "--restart"],
            ["roll", "bonus=9"],
            ["roll", "attack", "bonus=x"],
            ["roll", "99999999999999999999"],
            ["help", "roll"],
            ["lock"],
            ["lock", "d6"],
            ["lock", "odd", "even"],
            ["keep", "1", "--verbose"],
            ["end-turn", "odd", "even"],
            ["end-turn", "--all"],
            ["score", "--new", "yahtzee"],
            ["score", "--table=x"],
            ["hint", "-t", "x", "y"],
            ["history", "--all", "odd"],
            ["history", "--limit", "5"],
            ["again", "-2"],
            ["again", "d6"],
            ["status", "odd"],
            ["status", "-t", "odd"],
            ["show"],
            ["show", "0"],
            ["show", "3", "4"],
            ["settle", "--throw", "3"],
            ["list", "odd"],
        ]
    )
    func othersAreTheArgumentParsers(_ arguments: [String]) {
        #expect(QuickReading(arguments) == nil)
    }
}
