import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import dicectl

/// Formats of the history other than plain lines.
struct HistoryFormsTests {
    private func turn(_ by: String, _ total: Int) -> Turn {
        Turn(
            id: 1,
            table: "t",
            turn: 1,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: by,
            rolls: [],
            dice: [],
            total: total
        )
    }

    @Test(
        "a history line follows RFC 4180",
        arguments: [
            (["a", "b c", ""], "a,b c,\r\n"),
            (["a,b"], "\"a,b\"\r\n"),
            (["say \"hi\""], "\"say \"\"hi\"\"\"\r\n"),
            ([""], "\r\n"),
            (["é🎲"], "é🎲\r\n"),
            (["a\r\nb", "\u{1B}[2J", "\u{9B}\u{202E}\u{2028}"], "a##b,#[2J,###\r\n"),
            (
                ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)"],
                "'=1+1,'+cmd|' /C calc'!A0,'-2+3,'@SUM(1)\r\n"
            ),
            (
                ["\t=1", "\r=1", "\r\n=1", "=\u{301}1", "＝1"],
                "'#=1,'#=1,'##=1,'=\u{301}1,'＝1\r\n"
            ),
            (["=1,\"2\""], "\"'=1,\"\"2\"\"\"\r\n"),
            (["-inf", "-0x1p3", "-1e5", "-", "+"], "'-inf,'-0x1p3,'-1e5,'-,'+\r\n"),
            (["-5", "+3", "-2.5", "5-3", "a=b"], "-5,+3,-2.5,5-3,a=b\r\n"),
        ] as [([String], String)]
    )
    func aLineOfRFC4180(_ fields: [String], _ pattern: String) {
        let line = pattern.replacing("#", with: "\u{FFFD}")
        #expect(CommaSeparated.line(fields).utf8.elementsEqual(line.utf8))
    }

    @Test("a turn is shown with its correction") func aTurnIsToldWithTheCorrectionOfIt() {
        var scored = turn("ann", 19)
        scored.score = Match.Score(match: 1, box: "chance", points: 19)
        let correction = Correction(
            id: 3,
            table: "t",
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            turn: 1,
            score: Match.Score(match: 1, box: "smallStraight", points: 30),
            edition: 4,
            chain: ""
        )
        let line = HistoryForm.line(.turn(scored), .utc, nil, correction)
        #expect(
            line.contains(" ann: 30 in small straight, corrected from 19 in chance, ")
        )
    }

    @Test("a throw names its saved roll") func aThrowSaysWhichSavedRollItIs() {
        var thrown = ThrowResult(
            table: "t",
            number: 3,
            id: 8,
            expression: "1d20+9",
            by: "ann",
            saved: RollName("attack"),
            outcome: .completed,
            total: 24,
            dice: [ThrowDie(die: 1, sides: 20, value: 15, kept: true, flags: [])],
            text: "1d20+9: 15 + 9 = 24"
        )
        #expect(EventText.line.thrown(thrown) == "t ann attack: 1d20+9: 15 + 9 = 24")
        #expect(
            EventText.spoken.thrown(thrown)
                == "ann threw 1d20+9 for attack: 15. Total 24."
        )
        thrown.label = "the orc"
        #expect(
            HistoryForm.line(.thrown(thrown), .utc)
                == "8 - t throw 3 ann attack, \"the orc\": 1d20+9: 15 + 9 = 24"
        )
        #expect(
            HistoryForm.fields(.thrown(thrown), .utc).suffix(5) == [
                "the orc", "", "attack", "", "",
            ]
        )
        let words = ThrowWords(glyphs: .unicode)
        #expect(
            words.caption(of: ThrowFrame(thrown), columns: 80).hasPrefix(
                "1d20+9 · attack, \"the orc\" · "
            )
        )
        thrown.values = ParameterValues(["bonus": 9])
        #expect(EventText.line.thrown(thrown).hasPrefix("t ann attack bonus=9, \"the orc\": "))
        #expect(EventText.spoken.thrown(thrown).contains("for attack bonus=9, \"the orc\""))
        #expect(words.line(thrown).head.contains("attack bonus=9, "))
        // Outcomes are not shown, and neither are the values in them.
        thrown.saved = nil
        thrown.expression = "d100 => ..55: success, else: failure"
        thrown.values = ParameterValues(["skill": 55])
        let caption = words.caption(of: ThrowFrame(thrown), columns: 80)
        #expect(caption.hasPrefix("d100 => … skill=55 · "))
    }

    @Test("totals are shown for each player") func totalsOfEachPlayer() {
        var totals = Totals()
        totals.count([turn("bo", 10), turn("ann", 7)])
        totals.count([
            turn("ann", 8), turn("ann", 30), turn("bo", 11), turn("bo", 11),
            turn("bo", 11),
        ])
        #expect(
            totals.rows == [["ann", "3", "15.0", "30"], ["bo", "4", "10.8", "11"]]
        )
        #expect(Totals().rows == [])
    }

    @Test("a corrected turn counts with its last score")
    func totalsOfCorrectedTurns() {
        var corrected = turn("ann", 20)
        corrected.id = 2
        corrected.score = Match.Score(match: 1, points: 20, isBust: false)
        var totals = Totals()
        totals.count([turn("ann", 10), corrected], corrected: [2: 5])
        #expect(totals.rows == [["ann", "2", "7.5", "10"]])
    }

    @Test(
        "a mean below zero has one decimal, rounded half up",
        arguments: [(-5, 2, "-2.5"), (-1, 3, "-0.3"), (-1, 20, "0.0"), (-3_000, 7, "-428.6")]
    )
    func mean(_ sum: Int, _ turns: Int, _ mean: String) {
        #expect(Totals.PlayerTotals(turns: turns, sum: sum, best: 0).mean == mean)
    }

    @Test("the best of lost turns is not zero")
    func bestOfLostTurns() {
        var lost = turn("ann", 1)
        lost.score = Match.Score(match: 1, points: -300, isBust: true)
        var totals = Totals()
        totals.count([lost])
        #expect(totals.rows == [["ann", "1", "-300.0", "-300"]])
    }

    @Test(
        "elements of a JSON array are read in their written form",
        arguments: [
            (
                #"{"entries":[{"id":2,"x":[1,{"a":"]}\""}]}, {"id":1}],"more":false}"#,
                [#"{"id":2,"x":[1,{"a":"]}\""}]}"#, #"{"id":1}"#]
            ),
            (#"{ "x" : {"entries":[1]}, "entries" : [ 7 ,"\\" ] }"#, ["7", #""\\""#]),
            (#"{"entries":[],"more":true}"#, []),
            (#"{"entries":[[]]}"#, ["[]"]),
            (#"{"more":true}"#, []),
            (#"{"a":"entries","b":[1],"entries":[2]}"#, ["2"]),
            (#"{"entries":[1],"entries":[3,4]}"#, ["3", "4"]),
        ]
    )
    func elementsAsTheyAreWritten(_ object: String, _ elements: [String]) {
        let found = JSONValue.elements(of: "entries", in: Array(object.utf8))
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == elements)
    }

    @Test("the last of several corrections applies to its turn and table")
    func theLastOfSeveralCorrectionsIsThatOfItsTurnAndTable() throws {
        func turn(_ id: Int, _ number: Int, at table: String) -> HistoryEntry {
            var turn = SampleTable.turns(3)[0]
            turn.id = id
            turn.turn = number
            turn.table = table
            return .turn(turn)
        }
        func correction(_ id: Int, _ number: Int, at table: String, _ box: String)
            -> Correction
        {
            Correction(
                id: id,
                table: table,
                endedAt: Timestamp(millisecondsSinceEpoch: 0),
                by: "ann",
                turn: number,
                score: Match.Score(match: 1, box: box, points: 1),
                edition: 4,
                chain: ""
            )
        }
        let turns = [turn(30, 2, at: "b"), turn(20, 2, at: "a"), turn(10, 1, at: "a")]
        var found: [Int: Correction] = [:]
        HistoryPages.add(
            [correction(33, 2, at: "a", "ones"), correction(32, 2, at: "b", "twos")],
            of: turns,
            to: &found
        )
        HistoryPages.add(
            [
                correction(21, 2, at: "a", "sixes"),
                correction(11, 1, at: "a", "fours"),
                correction(5, 9, at: "a", "x"),
            ],
            of: turns,
            to: &found
        )
        #expect(found.mapValues(\.score.box) == [20: "ones", 30: "twos", 10: "fours"])
    }
}
