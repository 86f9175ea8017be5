import DiceNotation
import DiceOdds
import Testing

@testable import DiceDrawing
@testable import DiceJudging

/// The output of `dicectl odds`.
struct OddsLinesTests {
    private func question(
        _ text: String,
        atLeast: Fraction? = nil,
        atMost: Fraction? = nil,
        compare: String? = nil
    ) throws -> OddsQuestion {
        OddsQuestion(
            atLeast: atLeast,
            atMost: atMost,
            answer: try OddsAnswer(text),
            other: try compare.map { try OddsAnswer($0) }
        )
    }

    @Test("odds of one expression have columns") func columnsOfOne() throws {
        let rows = try question(
            "2d4/(d2-1)",
            atLeast: 7,
            atMost: Fraction(decimal: "2.5")
        )
        .plainRows
        #expect(
            rows == [
                [">=7", "9.375", "3/32"],
                ["<=2.5", "3.125", "1/32"],
                ["mean", "5"],
                ["deviation", "1.58114"],
                ["2", "3.125", "1/32"],
                ["3", "6.25", "1/16"],
                ["4", "9.375", "3/32"],
                ["5", "12.5", "1/8"],
                ["6", "9.375", "3/32"],
                ["7", "6.25", "1/16"],
                ["8", "3.125", "1/32"],
                ["failed", "50", "1/2"],
            ]
        )
    }

    @Test("odds of two expressions have columns") func columnsOfTwo() throws {
        let rows = try question("d2", compare: "d4").plainRows
        #expect(
            rows == [
                ["higher", "12.5", "1/8"],
                ["equal", "25", "1/4"],
                ["lower", "62.5", "5/8"],
                ["mean", "1.5", "-", "2.5"],
                ["deviation", "0.5", "-", "1.11803"],
                ["1", "50", "1/2", "25", "1/4"],
                ["2", "50", "1/2", "25", "1/4"],
                ["3", "0", "0", "25", "1/4"],
                ["4", "0", "0", "25", "1/4"],
            ]
        )
    }

    @Test("omitted rows are reported") func whatIsCutOffIsTold() throws {
        let rows = try question("d2!", atLeast: 2, atMost: 1_000).plainRows
        #expect(rows.prefix(2) == [[">=2", "50", "1/2"], ["<=1000", "<1e-10", "-"]])
        // A chain of n twos and a one: 1 in 2^(n + 1). 2^-40 is the first below 1e-12.
        #expect(rows.last == ["rest", "9.09495e-11", "1/1099511627776"])
        #expect(rows.dropLast().last?.first == "79")
    }

    /// A third of all pairs is higher, a third is equal, and a third is lower.
    @Test("inexact odds have no fraction") func whatIsNotExactHasNoFraction() throws {
        let question = try question("d2!", compare: "d2!")
        let rows = question.plainRows
        #expect(rows[0] == ["higher", "33.3333", "-"])
        #expect(rows[1] == ["equal", "33.3333", "-"])
        #expect(rows[2] == ["lower", "33.3333", "-"])
        // Both chains continue after sixteen explosions, or after more.
        #expect(rows[3] == ["undecided", "8.27181e-23", "1/1208925819614629174706176"])
        let json = String(decoding: question.json, as: UTF8.self)
        let undecided =
            #""probability":8.271806125530277e-25,"fraction":"1/1208925819614629174706176""#
        #expect(json.hasSuffix(#","undecided":{\#(undecided)}}}"#))
        #expect(
            json.firstRange(
                of: /"higher":{"probability":0.33333333333\d+},"equal":{"probability"/
            )
                != nil
        )
        let target = try self.question("d2! vs (d2!)")
        #expect(target.plainRows[0] == ["made", "66.6667", "-"])
        #expect(
            target.lines(columns: 60, rows: 24, .ascii)[0]
                == "d2! vs (d2!): made 66.67 %"
        )
        let rare = try self.question("d6! vs 10000")
        #expect(rare.plainRows[0] == ["made", "<1e-10", "-"])
        #expect(
            String(decoding: rare.json, as: UTF8.self).contains(
                #""check":{"probabilityBelow":1e-12}"#
            )
        )
        #expect(
            rare.lines(columns: 60, rows: 24, .ascii)[0]
                == "d6! vs 10000: made less than 1.0e-10 %"
        )
    }

    @Test("odds of one expression are written as JSON") func jsonOfOne() throws {
        let json = String(
            decoding: try question("d2!-1", atMost: 0).json,
            as: UTF8.self
        )
        let start = #"{"expression":"d2!-1","mean":"#
        #expect(json.hasPrefix(start))
        let outcomes =
            #""exact":false,"outcomes":[{"total":0,"probability":0.5,"fraction":"1/2"},{"total":2,"#
        #expect(json.contains(outcomes))
        let rest =
            #""rest":{"probability":9.094947017729282e-13,"fraction":"1/1099511627776"},"#
        #expect(
            json.hasSuffix(
                rest + #""atMost":{"total":0,"probability":0.5,"fraction":"1/2"}}"#
            )
        )
    }

    @Test("rounded totals are marked as rounded") func roundedTotalsAreToldAsSuch() throws {
        let question = try question("sqrt(d2)")
        let json = String(decoding: question.json, as: UTF8.self)
        #expect(json.contains(#""exact":false,"outcomes":[{"total":1,"#))
        #expect(json.contains(#"{"total":1.414214,"#))
        #expect(!json.contains("rest"))
        let lines = question.lines(columns: 60, rows: 24, .ascii)
        #expect(lines.last == "(sqrt(d2) has totals rounded to 0.000001)")
    }

    @Test("odds of two expressions are written as JSON") func jsonOfTwo() throws {
        let json = String(
            decoding: try question("1", atLeast: 2, compare: "1/(d2-1)").json,
            as: UTF8.self
        )
        let outcome = #"{"total":1,"probability":1,"fraction":"1"}"#
        let half = #"{"probability":0.5,"fraction":"1/2"}"#
        let none = #"{"probability":0,"fraction":"0"}"#
        #expect(
            json
                == #"{"expression":"1","mean":1,"deviation":0,"exact":true,"outcomes":[\#(outcome)],"#
                + #""atLeast":{"total":2,"probability":0,"fraction":"0"},"compare":{"expression":"1/(d2-1)","mean":1,"#
                + #""deviation":0,"exact":true,"outcomes":[{"total":1,"probability":0.5,"fraction":"1/2"}],"#
                + #""failed":\#(half),"higher":\#(none),"equal":\#(half),"lower":\#(none)}}"#
        )
    }

    @Test("bars fill the window") func barsFillTheWindow() throws {
        let lines = try question("2d3", atLeast: 5).lines(
            columns: 25,
            rows: 24,
            .unicode
        )
        #expect(
            lines == [
                "2d3 >= 5: 33.33 % (1/3)", "2d3: mean 4, deviation 1.1547",
                "2  11.11 %  ████▌", "3  22.22 %  ████████▌",
                "4  33.33 %  █████████████",
                "5  22.22 %  ████████▌",
                "6  11.11 %  ████▌",
            ]
        )
        let plain = try question("2d3").lines(columns: 25, rows: 24, .ascii)
        #expect(plain[1] == "2  11.11 %  #####")
        let two = try question("d1", compare: "d1+1").lines(
            columns: 34,
            rows: 24,
            .ascii
        )
        #expect(
            two.suffix(2) == [
                "1  100.00 %  ####    0.00 %", "2    0.00 %        100.00 %  ####",
            ]
        )
    }

    @Test("a target is shown first") func aTargetIsToldFirst() throws {
        let question = try question("d20+5 vs 15", compare: "2xd20 vs <=5")
        #expect(question.plainRows[0] == ["made", "55", "11/20", "25", "1/4"])
        let lines = question.lines(columns: 60, rows: 24, .ascii)
        #expect(
            lines.prefix(2) == [
                "d20+5 vs 15: made 55.00 % (11/20)",
                "2xd20 vs <=5: each made 25.00 % (1/4)",
            ]
        )
        let json = String(decoding: question.json, as: UTF8.self)
        #expect(json.contains(#""check":{"probability":0.55,"fraction":"11/20"}"#))
        #expect(json.contains(#""check":{"probability":0.25,"fraction":"1/4"}"#))
    }

    @Test("outcomes have rows") func outcomesHaveRows() throws {
        let question = try question(
            "d8 => 1: a, 2..4: b, 9: c, 8: a",
            compare: "d4 => 1: b, else: d"
        )
        #expect(
            question.plainRows.prefix(6) == [
                ["1: a", "12.5", "1/8", "-", "-"],
                ["b", "37.5", "3/8", "25", "1/4"],
                ["c", "0", "0", "-", "-"],
                ["8: a", "12.5", "1/8", "-", "-"],
                ["no result", "37.5", "3/8", "-", "-"],
                ["d", "-", "-", "75", "3/4"],
            ]
        )
        let json = String(decoding: question.json, as: UTF8.self)
        let gap =
            #"{"result":"a","probability":0.125,"fraction":"1/8"},{"probability":0.375,"fraction":"3/8"}]"#
        #expect(json.contains(#""results":[{"result":"a","#))
        #expect(json.contains(gap))
        let lines = try self.question("d2+0 => 1: miss, 2: hit").lines(
            columns: 30,
            rows: 24,
            .ascii
        )
        #expect(
            lines.prefix(3) == [
                "miss  50.00 %  ###############", " hit  50.00 %  ###############",
                "d2+0 => ?: mean 1.5, deviation 0.5",
            ]
        )
    }

    @Test("an outcome word is counted in odds") func aWordIsCounted() throws {
        let text = "2d{hit, 2 hit, blank, miss}+d6"
        let answer = try OddsAnswer(
            Expression(parsing: text),
            text: text,
            typed: "2d[x]+d6",
            of: "hit"
        )
        let question = OddsQuestion(atLeast: 1, answer: answer)
        #expect(question.plainRows[0] == [">=1", "75", "3/4"])
        #expect(
            question.lines(columns: 40, rows: 24, .ascii)[0]
                == "2d[x]+d6 hit >= 1: 75.00 % (3/4)"
        )
        #expect(String(decoding: question.json, as: UTF8.self).contains(#""of":"hit""#))
        for (text, word, part) in [
            ("2d{hit, miss}", "hot", "hit, miss"),
            ("d6", "hit", "have none"),
            ("2d{hit, miss}", nil, "--of"),
        ] {
            let error = #expect(throws: NotationError.self) {
                try OddsAnswer(Expression(parsing: text), text: text, of: word)
            }
            #expect(error?.message.contains(part) == true)
        }
    }

    @Test("output has at most as many lines as rows", arguments: [5, 10, 24, 60])
    func noMoreLinesThanRows(_ rows: Int) throws {
        for text in ["d100", "100d6", "d6!", "3d6", "3d6!", "d100/(d3-1)"] {
            let all = try question(text).lines(columns: 80, rows: rows, .unicode)
            #expect(all.count < max(rows, 12), "\(text) in \(rows) rows")
            #expect(all.allSatisfy { $0.count <= 80 })
            let table = OddsRows(
                [try OddsAnswer(text).distribution],
                maximum: max(5, rows)
            )
            let sum = table.rows.reduce(0) { $0 + $1.probabilities[0] }
            #expect(abs(sum - (text.contains("/") ? 2.0 / 3 : 1)) < 1e-9)
        }
    }

    @Test("folded rows name what they contain") func foldedRowsSayWhatTheyHold() throws {
        let table = OddsRows([try OddsAnswer("10d6").distribution], maximum: 20)
        #expect(table.rows.first?.label == "<=16")
        #expect(table.rows.last?.label == ">=54")
        #expect(table.rows[1].label == "17 to 19")
        #expect(
            table.note
                == "14 totals below 0.01 % share the rows at the ends, up to 3 totals per row"
        )
        #expect(OddsRows([try OddsAnswer("3d6").distribution], maximum: 16).note == nil)
        let even = OddsRows([try OddsAnswer("d100").distribution], maximum: 34)
        #expect(even.rows.map(\.label) == ["1 to 100"], "bars of one length tell nothing")
        #expect(even.note?.contains("1.00 %") == true)
    }

    @Test(
        "percentages are formatted",
        arguments: [
            (0.0, "0.00"),
            (1, "100.00"),
            (0.2315, "23.15"),
            (0.0001, "0.01"),
            (0.000046, "0.0046"),
            (1.5e-78, "1.5e-76"),
        ]
    ) func percents(_ probability: Double, _ text: String) {
        #expect(Digits.percent(probability) == text)
    }
}

extension OddsAnswer {
    fileprivate init(_ text: String) throws {
        try self.init(Expression(parsing: text), text: text)
    }
}
