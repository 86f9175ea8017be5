import DiceModel
import DiceVerifying
import Testing

@testable import DiceJudging

struct VerifyLinesTests {
    private func void(_ by: String, _ absent: [String], _ reason: CancelReason?)
        -> VoidRoll
    {
        VoidRoll(
            RollRecord(
                roll: 1,
                by: by,
                at: Timestamp(millisecondsSinceEpoch: 0),
                outcome: .void,
                rolled: [],
                values: [],
                reason: reason,
                absent: absent
            )
        )
    }

    @Test("void rolls are listed with the roller, the contributor and the reason")
    func itIsToldWhoseRollsWereVoidForWhomAndWhy() {
        var report = TableReport(table: "t")
        report.turns.voids = [
            void("bo", [], .serverStopping): 1, void("ann", ["bo"], nil): 2,
            void("ann", ["carol"], .disconnected): 1,
            void("ann", ["bo", "carol"], .absent): 1,
        ]
        #expect(
            VerifyLines.lines(report) == [
                "t: 2 rolls of ann void: bo did not answer",
                "t: 1 roll of ann void: bo and carol did not answer",
                "t: 1 roll of ann void: carol left",
                "t: 1 roll of bo void: the daemon claims that it was stopping",
            ]
        )
        let json = String(decoding: VerifyJSON.bytes([report]), as: UTF8.self)
        let rolls = [
            #"{"by":"ann","absent":["bo"],"reason":"absent","rolls":2}"#,
            #"{"by":"ann","absent":["bo","carol"],"reason":"absent","rolls":1}"#,
            #"{"by":"ann","absent":["carol"],"reason":"disconnected","rolls":1}"#,
            #"{"by":"bo","absent":[],"reason":"serverStopping","rolls":1}"#,
        ]
        #expect(
            json.contains(
                #""void":5,"stopped":1,"voids":[\#(rolls.joined(separator: ","))]"#
            ),
            "\(json)"
        )
    }
}
