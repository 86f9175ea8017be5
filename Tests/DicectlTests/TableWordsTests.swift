import ArgumentParser
import DiceModel
import Testing

@testable import dicectl

struct TableWordsTests {
    @Test(
        "dice and tables are distinguished",
        arguments: [
            ([], nil, nil),
            (["2"], nil, [2]),
            (["1-3"], nil, [1, 2, 3]),
            (["1,3"], nil, [1, 3]),
            (["3", "1-2,9"], nil, [3, 1, 2, 9]),
            (["4-4"], nil, [4]),
            (["1-1000"], nil, Array(1...1_000)),
            (["all"], nil, nil),
            (["home"], "home", nil),
            (["home", "1"], "home", [1]),
            (["1", "home"], "home", [1]),
            (["home", "all"], "home", nil),
            (["home", "home"], "home", nil),
            (["default"], "default", nil),
            (["d"], "d", nil),
            (["dragon"], "dragon", nil),
            (["dfoo"], "dfoo", nil),
            (["6x"], "6x", nil),
            (["2nd"], "2nd", nil),
            (["3dom"], "3dom", nil),
            (["red6"], "red6", nil),
            (["All"], "All", nil),
            (["x-1"], "x-1", nil),
        ] as [([String], String?, [Int]?)]
    )
    func diceAndTablesAreToldApart(
        _ words: [String],
        _ table: String?,
        _ numbers: [Int]?
    ) throws {
        let read = try TableWords(words)
        #expect(read.table?.description == table)
        #expect(read.choice.numbers == numbers)
        #expect((read.choice == .all) == words.contains("all"))
    }

    @Test(
        "a word that is neither dice nor a table is a usage error",
        arguments: [
            ["0"],
            ["1-"],
            ["-1"],
            ["1,"],
            [",1"],
            ["1.0"],
            ["3-1"],
            ["1-2-3"],
            ["1-1001"],
            ["1-99999999999999999999"],
            ["2026-11-14"],
            ["all", "1"],
            ["1", "all"],
            ["home", "away"],
            ["a/b"],
            [""],
            ["zoë"],
        ]
    )
    func whatIsNeitherIsAUsageError(_ words: [String]) {
        #expect(throws: ValidationError.self) { try TableWords(words) }
    }

    @Test(
        "notation does not name dice of the table",
        arguments: [
            "3d6", "d20", "D%", "4dF", "dF.1", "4d6kh3", "6x4d6kh3", "2d6+3", "(1d4)d6",
            "{2d6,d8}kh1",
        ]
    )
    func notation(_ word: String) {
        let error = #expect(throws: ValidationError.self) { try TableWords([word]) }
        #expect(error?.message.contains("to roll it: dicectl roll \(word)") == true)
    }

    @Test(
        "a misspelled word is matched to the nearest name",
        arguments: [
            ("hom", "home"),
            ("hmoe", "home"),
            ("homes", "home"),
            ("xome", "home"),
            ("ho", nil),
            ("house", "home"),
            ("hxxe", nil),
            ("h", nil),
            ("", nil),
            ("awya", "away"),
            ("defalut", "default"),
        ] as [(String, String?)]
    )
    func aWordIsLikeAnother(_ word: String, _ other: String?) {
        #expect(Suggestion.nearest(word, ["away", "home", "default"]) == other)
    }
}
