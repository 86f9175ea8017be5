import DiceGames
import DiceModel
import Testing

@testable import DiceHints
@testable import dicectl

struct ScoreSheetTests {
    /// A match of yahtzee in which ann has filled a box and rolled a full house.
    private func state() throws -> GameState {
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        var match = Match(game, players: ["ann", "bo"])
        _ = try match.end("ones", faces: [1, 1, 2, 3, 4], roll: 3)
        _ = try match.end("chance", faces: [6, 6, 5, 5, 4], roll: 3)
        return match.state(faces: [3, 3, 3, 2, 2], roll: 1, locked: [])
    }

    @Test func sheetsStandSideBySideAndTheBestBoxIsMarked() throws {
        let lines = ScoreSheet(try state()).lines
        #expect(lines.count == 17 && lines[0] == "                 ann  bo  now")
        #expect(lines[1] == "Ones             2    -" && lines[9] == "Full house       -    -   25 *")
        #expect(lines[13] == "Chance           -    26  13" && lines[16] == "Total            2    26")
        #expect(lines.filter { $0.hasSuffix("*") }.count == 1)
    }

    @Test(arguments: [
        ("full house", "fullHouse"), ("Full-House", "fullHouse"), ("fh", "fullHouse"), ("fu", "fullHouse"),
        ("toak", "threeOfAKind"), ("3", nil), ("s", nil), ("sm", "smallStraight"), ("ones", "ones"), ("", nil),
        ("x", nil),
    ])
    func aBoxIsWrittenAsPeopleWriteIt(_ text: String, _ box: String?) throws {
        let sheet = ScoreSheet(try state())
        #expect((try? sheet.box(text)) == box)
    }

    @Test(
        arguments: [
            ("yahtzee", "0 points in Yahtzee, and 25 in Full house"), ("chance", nil), ("fullHouse", nil),
            ("ones", nil),
        ] as [(String, String?)])
    func whatABoxThatBringsNothingLosesIsKnown(_ box: String, _ loss: String?) throws {
        #expect(ScoreSheet(try state()).loss(in: box) == loss)
    }

    @Test func whereNothingBringsPointsNothingIsLost() throws {
        var state = try state()
        state.options = [BoxOption("yahtzee", 0), BoxOption("sixes", 0)]
        #expect(ScoreSheet(state).loss(in: "yahtzee") == nil)
    }

    /// The number above the choices is not the best of them: it is of before the dice were rolled.
    @Test func aHintSaysWhatItsNumbersAre() throws {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.up = "ann"
        let choice = HintChoice(action: .box("fullHouse"), expected: 252.304)
        #expect(
            HintText.lines(of: snapshot, 245.871, [choice]) == [
                "expected final score of ann: 245.87 as the turn began, and now by choice:", "252.3  fill full house",
            ])
        #expect(HintText.lines(of: snapshot, 245.871, []) == ["expected final score of ann: 245.87", "roll all dice"])
    }

    @Test func theWinnerAndTheLeadAreTold() throws {
        var state = try state()
        (state.over, state.winners) = (true, ["bo"])
        state.sheets[0].total = 200
        state.sheets[1].total = 212
        #expect(state.result == "bo has won with 212, 12 ahead")
        (state.sheets[0].total, state.winners) = (212, ["ann", "bo"])
        #expect(state.result == "ann and bo have won with 212 each")
    }
}
