import DiceNotation
import Testing

@testable import DiceJudging
@testable import dicectl

/// Random tables in the formats of other programs. The texts are our own.
@Suite("Tables from elsewhere")
struct TableImportTests {
    @Test(
        "each format gives the same table",
        arguments: [
            // Markdown
            """
            # Weather

            | d8  | **Weather** |
            |:---:|-------------|
            | 1–4 | *sun*, [warm](https://example.org/warm) |
            | 5-7 | rain \\| wind |
            |  8  | `fog`       |
            """,
            """
            Weather | d8
            --- | ---
            sun, warm | 01-04
            rain \\| wind | 05-07
            fog | 08
            """,
            // Two parts side by side
            """
            | d8 | Weather | d8 | Weather |
            |----|---------|----|---------|
            | 1-4 | sun, warm | 8 | fog |
            | 5,6,7 | rain \\| wind | | |
            """,
            // Lists
            """
            - 1-4: sun, warm
            - 5-7: rain | wind
            - **8.** fog
            """,
            "d8 Weather\n1-4 sun, warm\n5–7 rain | wind\n8 fog\n",
            // Separated values
            "d8,weather\n1-4,\"sun, warm\"\n5-7,rain | wind\n8,fog\n",
            "\"Weight\",\"Weather\"\r\n4,\"sun,\r\nwarm\"\r\n3,rain | wind\r\n1,fog\r\n",
            "Wetter;Gewicht\nsun, warm;4\nrain | wind;3\nfog;1\n",
            "from\tto\tweather\n1\t4\tsun, warm\n5\t7\train | wind\n8\t8\tfog\n",
            "1,4,\"sun, warm\"\n5,7,rain | wind\n8,8,fog\n",
            // Foundry
            """
            {"name": "Weather", "formula": "1d8", "results": [
              {"type": "text", "text": "<p>sun, <b>warm</b></p>", "weight": 4, "range": [1, 4]},
              {"type": 0, "text": "@UUID[Item.xYz]{rain} | wind", "range": [5, 7]},
              {"name": "fog", "description": "", "range": [8, 8], "drawn": false}
            ]}
            """,
            """
            {"results": [{"text": "sun, warm", "weight": 4}, {"text": "rain | wind", "weight": 3},
              {"text": "fog", "weight": 1}]}
            """,
            // Roll20
            """
            !import-table --Weather --show
            !import-table-item --Weather --sun, warm --4 --
            !import-table-item --Weather --rain | wind --3 --https://example.org/a.png
            !import-table-item --Weather --fog --1
            """,
        ]
    )
    func formats(_ text: String) throws {
        let table = OutcomeTable(text)
        #expect(table.mistakes == [])
        let outcomes = "1..4: \"sun, warm\", 5..7: rain | wind, 8: fog"
        let expected = try ["d8", "1d8"].map { try Expression(parsing: "\($0) => \(outcomes)") }
        let read = try Expression(parsing: table.expression(nil))
        #expect(expected.contains { $0.description == read.description }, "\(read)")
    }

    @Test(
        "items without numbers have one number each",
        arguments: [
            "- sun\n- rain\n- fog\n",
            "1. sun\n1. rain\n1. fog\n",
            "1. sun\n2. rain\n3. fog\n",
            "| Weather |\n|---|\n| sun |\n| rain |\n| fog |\n",
            "!import-table-item --W --sun --1\n!import-table-item --W --rain --1\n"
                + "!import-table-item --W --fog --1",
        ]
    )
    func positions(_ text: String) {
        let table = OutcomeTable(text)
        #expect(table.mistakes == [])
        #expect(table.expression(nil) == "d3 => 1: sun, 2: rain, 3: fog")
    }

    @Test("items that begin with a number keep it") func numbersInWords() {
        let table = OutcomeTable("- 2 orcs\n- 3 wolves\n")
        #expect(table.expression(nil) == "d2 => 1: 2 orcs, 2: 3 wolves")
    }

    @Test("columns beside the words join them") func columns() {
        let text =
            "| 2d6 | Who | How many |\n|---|---|---|\n| 2-7 | orcs | 2d4 |\n"
            + "| 8-12 | owls | 3 |"
        #expect(
            OutcomeTable(text).expression(nil)
                == "2d6 => 2..7: \"orcs, 2d4\", 8..12: \"owls, 3\""
        )
    }

    @Test(
        "what is not understood is named by its line",
        arguments: [
            ("| d4 | a |\n|---|---|\n| 1-x | b |\n| 2 | c |", [3]),
            ("Weather\n\n| d4 | a |\n|---|---|\n| 1 | b |\n\nThe end", [1, 7]),
            ("!import-table --W --show\n!import-table-item --W --sun\nhello", [2, 3]),
            (
                "!import-table-item --W --sun --1 --\n!import-table-item --X --fog --1 --",
                [2]
            ),
            ("weight,what\n1,a\n0,b\n2-3,c", [3, 4]),
            (
                """
                {"formula": "1d4",
                 "results": [{"text": "a", "range": [1, 1]},
                  {"text": "b"},
                  {"text": "", "range": [3, 3]}]}
                """, [3, 4]
            ),
            ("{\"results\": [", [1]),
            ("{\"rolls\": []}", [1]),
            ("- sun\nrain\n- fog", [1, 2, 3]),
        ] as [(String, [Int])]
    )
    func mistakes(_ text: String, _ lines: [Int]) {
        let mistakes = OutcomeTable(text).mistakes
        #expect(mistakes.map { $0.prefix { $0 != ":" } } == lines.map { "line \($0)" })
    }

    @Test("a table of a hundred lines of 120 bytes is an expression") func large() throws {
        let words = String(repeating: "silver ", count: 17) + "!"
        #expect(words.utf8.count == 120)
        let lines = (1...100).map { "\($0 % 100 < 10 ? "0" : "")\($0 % 100)\t\(words)" }
        let table = OutcomeTable(lines.joined(separator: "\n"))
        #expect(table.mistakes == [])
        let text = table.expression(nil)
        #expect(TextLimit.expression.excess(of: text) == nil)
        #expect(try Expression(parsing: text).gaps == nil)
    }

    @Test("lines of 237 characters, and a list of d100 with 5,198, are read")
    func long() throws {
        let wide = String(repeating: "mist over the moor; ", count: 12).prefix(233)
        let table = OutcomeTable("1 a\n2 \(wide)\n3 b")
        #expect(table.mistakes == [])
        #expect(try Expression(parsing: table.expression(nil)).gaps == nil)
        let names = (1...100).map { number in
            "\(number). " + String(repeating: "lantern ", count: 6).prefix(number < 99 ? 48 : 47)
        }
        let list = names.joined(separator: "\n")
        #expect((5_100...5_300).contains(list.count), "\(list.count)")
        #expect(OutcomeTable(list).mistakes == [])
    }

    @Test("a megabyte is read, and says that it is too long") func megabyte() {
        let text = String(repeating: "- owls\n", count: 149_000)
        #expect(OutcomeTable(text).mistakes.count == 1)
    }
}
