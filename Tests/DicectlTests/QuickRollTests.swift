import ArgumentParser
import Testing

@testable import dicectl

@Suite("roll without the argument parser")
struct QuickRollTests {
    @Test(
        arguments: [
            [], ["--no-animation"], ["--json"], ["--restart"], ["--plain"], ["--no-autostart"], ["1"], ["3", "1", "3"],
            ["fate"], ["fate", "1-3", "--json"],
            ["1,3", "fate"], ["all"], ["fate", "fate"],
            ["--no-animation", "2", "--json", "5"], ["2", "--restart", "--plain", "--json", "--json"], ["007"], ["+5"],
        ])
    func itReadsWhatTheArgumentParserReads(_ arguments: [String]) throws {
        let quick = try #require(QuickRoll(["roll"] + arguments))
        let roll = try #require(try Dicectl.parseAsRoot(["roll"] + arguments) as? Roll)
        #expect(quick.order == roll.order)
        #expect(quick.session == roll.session)
    }

    @Test(
        arguments: [
            [], ["status"], ["rolls"], ["--version"], ["roll", "--help"], ["roll", "-h"], ["roll", "0"],
            ["roll", "-1"],
            ["roll", "--", "1"], ["roll", "--table", "x"], ["roll", "--table=x"], ["roll", "--as", "ann"],
            ["roll", ""],
            ["roll", "--motion", "none"], ["roll", "--socket", "s"], ["roll", "--jso"], ["roll", "1.0"],
            ["roll", "3d6"], ["roll", "a", "b"],
            ["roll", "99999999999999999999"], ["help", "roll"],
        ])
    func everythingElseIsTheArgumentParsers(_ arguments: [String]) {
        #expect(QuickRoll(arguments) == nil)
    }
}
