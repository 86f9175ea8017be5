import ArgumentParser
import Testing

@testable import dicectl

@Suite("roll without the argument parser")
struct QuickRollTests {
    @Test(
        "the quick parser reads the same as the argument parser",
        arguments: [
            [],
            ["--no-animation"],
            ["--json"],
            ["--restart"],
            ["--plain"],
            ["--no-autostart"],
            ["--shared"],
            ["1"],
            ["3", "1", "3"],
            ["fate"],
            ["fate", "1-3", "--json"],
            ["1,3", "fate"],
            ["all"],
            ["fate", "fate"],
            ["--no-animation", "2", "--json", "5"],
            ["2", "--restart", "--plain", "--json", "--json"],
            ["007"],
            ["+5"],
            ["4d6kh3+2"],
            ["d20+5", "2D6+3", "--json"],
            ["adv", "fate", "--no-animation"],
            ["attack", "bonus=-9.5"],
            ["2+3"],
            ["6x(1d4)d6!"],
            ["4d6d1"],
            ["4d6", "kh3"],
            ["6x", "4d6", "fate"],
            ["d20", "adv"],
            ["attack bonus=3"],
            ["3", "d6"],
            ["--check", "d20", "vs", "15"],
            ["--motion", "none"],
            ["d20", "--motion", "reduced", "--json"],
            ["-t", "night"],
            ["--table", "night", "1-3", "--as", "ann"],
            ["-t", "night", "attack", "bonus=3", "--as", "Ann B"],
            ["night", "-t", "night"],
            ["attack", "-t", "night"],
            ["d20", "--label", "initiative", "--secret"],
            ["--secret", "--secret", "2d6", "--no-autostart"],
            ["--as", "ann", "--restart", "--json"],
            ["W20", "-t", "night"],
        ]
    )
    func itReadsWhatTheArgumentParserReads(_ arguments: [String]) throws {
        let quick = try #require(QuickRoll(["roll"] + arguments))
        let roll = try #require(try Dicectl.parseAsRoot(["roll"] + arguments) as? Roll)
        #expect(try quick.order == roll.order)
        #expect(quick.context == roll.context)
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
                Dictionary(uniqueKeysWithValues: values.map { ("DICECTL_SHARED", $1) })
            ) == isShared
        )
        #expect(CommandContext(shared: true).isShared)
    }

    @Test(
        "all other arguments are left to the argument parser",
        arguments: [
            [],
            ["status"],
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
            ["roll", "--no-animation", "--motion", "full"],
            ["roll", "attack", "bonus=x"],
            ["roll", "99999999999999999999"],
            ["help", "roll"],
        ]
    )
    func everythingElseIsTheArgumentParsers(_ arguments: [String]) {
        #expect(QuickRoll(arguments) == nil)
    }
}
