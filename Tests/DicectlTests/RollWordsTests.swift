import DiceFollowing
import DiceModel
import DiceNotation
import Testing

@testable import dicectl

@Suite("The words after roll")
struct RollWordsTests {
    @Test(
        "a word in notation is read as an expression",
        arguments: [
            "d6", "4d6kh3+2", "D%", "4dF", "dF.1", "adv", "DIS", "d20adv", "2+3",
            "(1d4)d6",
            "{2d6,1d8}kh1", "6x4d6",
            "abs(1d6-3)", "1d8[fire]", "4d6d1", "3d", "4*2", "2d20kl1", "10d10!>=8",
        ]
    )
    func notation(_ word: String) throws {
        #expect(try RollWords([word]).expressions == [word])
    }

    @Test(
        "a word in name form is read as a table's name",
        arguments: [
            "odd", "fate", "add", "dad", "dragon", "d", "default", "2x3a", "a-d4b", "dfx",
            "advance",
        ]
    )
    func names(_ word: String) throws {
        let read = try RollWords([word])
        #expect(read.expressions.isEmpty)
        #expect(read.table.table?.description == word)
    }

    @Test(
        "a word with dice numbers is read as dice of the table",
        arguments: ["4", "1-3", "1,3", "007", "+5", "all"]
    )
    func dice(_ word: String) throws {
        let read = try RollWords([word])
        #expect(read.expressions.isEmpty)
        #expect(read.table.choice != .unnamed)
    }

    @Test(
        "words that form one throw are joined",
        arguments: [
            (["2d6", "+", "3"], nil, ["2d6+3"]),
            (["2d6", "+3", "1d4"], nil, ["2d6+3", "1d4"]),
            (["rpg", "attack"], "rpg", ["attack"]),
            (["2d6", "rpg", "attack", "d4"], "rpg", ["2d6", "attack", "d4"]),
            (["attack+2"], nil, ["attack+2"]),
            (["attack", "+2"], nil, ["attack+2"]),
            (["1", "-2"], nil, ["1 -2"]),
            (["rpg", "rpg"], "rpg", ["rpg"]),
            (["attack bonus=9"], "attack", []),
            (["rpg", "attack b=9"], "rpg", ["attack"]),
            (["3", "d6"], nil, ["3 d6"]),
            (["d20", "adv"], nil, ["d20 adv"]),
            (["d20+5", "adv"], nil, ["d20 adv+5"]),
            (["d20+d4", "adv"], nil, ["d20 adv+d4"]),
            (["d20", "+", "5", "adv", "vs", "15"], nil, ["d20 adv+5 vs 15"]),
            (["d20+5", "d20+5"], nil, ["d20+5", "d20+5"]),
            (["d20-1", "d4"], nil, ["d20-1", "d4"]),
            (["attack+2", "adv"], nil, ["attack+2 adv"]),
            (["(d20", "+", "5)*2", "d4"], nil, ["(d20+5)*2", "d4"]),
            (["d20", "vs", ">=", "15"], nil, ["d20 vs >= 15"]),
            (["2d6", "=>", "7+:", "a,", "else:", "no", "d6"], nil, ["2d6 => 7+: a, else: no d6"]),
            (["6", "x", "4d6"], nil, ["6 x 4d6"]),
            (["2d6", "!", ">=5", "rpg"], "rpg", ["2d6 ! >=5"]),
            (["2d6", "adv"], nil, ["2d6 adv"]),
            (["-1d4"], nil, ["-1d4"]),
            (["{r}d6", "r=2"], nil, ["{r}d6"]),
            (["d20+5", "vs", "15", "rpg"], "rpg", ["d20+5 vs 15"]),
            (["attack", "VS", "-3", "b=1"], nil, ["attack VS -3"]),
            (["2d6", "# a b=3"], nil, ["2d6 # a b=3"]),
            (["2d6", "min", "2"], nil, ["2d6 min 2"]),
            (["2d6", "=> 6-: a, else: b", "d4"], nil, ["2d6 => 6-: a, else: b", "d4"]),
        ] as [([String], String?, [String])]
    )
    func wordsOfOneThrowAreOne(
        _ words: [String],
        _ table: String?,
        _ expressions: [String]
    ) throws {
        let read = try RollWords(words)
        #expect(read.table.table?.description == table)
        #expect(read.expressions == expressions)
    }

    /// A word that may be a table's name is read as one if that table exists.
    @Test(
        "a name that may be a modifier is a table if that table exists",
        arguments: [
            (["4d6", "kh3"], "kh3", ["4d6"], ["4d6 kh3"]),
            (["6x", "4d6kh3"], "6x", ["4d6kh3"], ["6x 4d6kh3"]),
            (["4d6", "kh3", "rpg"], "kh3", ["4d6", "rpg"], ["4d6 kh3", "rpg"]),
            (["2d6", "s"], "s", ["2d6"], ["2d6 s"]),
            (["{2d6,", "1d8}", "kh1"], "kh1", ["{2d6, 1d8}"], ["{2d6, 1d8} kh1"]),
            (["W20", "adv"], "W20", ["adv"], ["W20 adv"]),
            (["4w6", "kh3"], "4w6", ["kh3"], ["4w6 kh3"]),
            (["attack", "adv"], "attack", ["adv"], ["attack adv"]),
        ]
    )
    func aNameMayBelongToDice(
        _ words: [String],
        _ table: String,
        _ expressions: [String],
        _ otherwise: [String]
    ) throws {
        let read = try RollWords(words)
        #expect(read.table.table?.description == table)
        #expect(read.expressions == expressions)
        #expect(read.otherwise.map(\.expressions) == [otherwise.filter { $0 != "rpg" }])
        // After --table, such a word may still be a saved roll, if the word is a valid name for
        // one.
        let atTable = try RollWords(words, isTableNamed: true)
        #expect(atTable.otherwise.isEmpty == ["6x", "4w6"].contains(table))
    }

    @Test("a table may have the same name as a saved roll") func theNameOfATableMayBeThatOfARoll()
        throws
    {
        #expect(try RollWords(["2d6", "rpg", "d4"]).withName == ["2d6", "rpg", "d4"])
    }

    @Test(
        "saved rolls are requested only if a word is a name",
        arguments: [
            ("attack+2", "(1d20+7)+2"),
            ("1+2", "1+2"),
        ]
    )
    func aSavedRollIsAskedForOnlyWhereANameStands(_ text: String, _ wanted: String)
        throws
    {
        var asked = 0
        let shelf = SavedShelf {
            asked += 1
            return []
        }
        _ = try? RollWords.read(text, [:], shelf)
        #expect(asked == (text == wanted ? 0 : 1))
    }

    @Test("values fill the parameters of a roll") func valuesAreThoseOfParameters() throws {
        let read = try RollWords(["attack", "bonus=9", "Hit_2=-1.5"])
        #expect(read.values == ["bonus": 9, "Hit_2": -1.5])
        #expect(read.table.table?.description == "attack")
        #expect(try RollWords(["3d6=6"]).expressions == ["3d6=6"])
        #expect(throws: (any Error).self) { try RollWords(["bonus=9"]) }
        for value in ["many", "1.0000000000000000001"] {
            #expect(throws: (any Error).self) {
                try RollWords(["attack", "bonus=\(value)"])
            }
        }
    }

    @Test("dice of the table and notation cannot be mixed")
    func diceOfTheTableAndNotationAreTwoThings() throws {
        #expect(try RollWords(["4", "2d6"]).mistake?.error.expected == ["4x2d6"])
        #expect(throws: (any Error).self) { try RollWords(["all", "2d6"]) }
    }

    @Test(
        "carets mark the error in the line below",
        arguments: [
            ("4d6d1", ["4d6d1", "   ^"]),
            ("3d", ["3d", "  ^"]),
            ("2d6 + ", ["2d6 + ", "     ^"]),
            ("2d6+1d0", ["2d6+1d0", "      ^"]),
        ]
    )
    func caretsStandUnderWhatIsWrong(_ text: String, _ lines: [String]) throws {
        do {
            _ = try RollWords.read(text, [:], SavedShelf { [] })
            Issue.record("\(text) is read")
        } catch {
            guard case .notation(let wrong, let whole) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(whole == text)
            #expect(NotationErrorText.lines(wrong, in: text) == lines)
            #expect(error.status == 64)
        }
    }

    @Test("a long expression is cut around the error") func aLongExpressionIsCutAroundWhatIsWrong()
        throws
    {
        let text = String(repeating: "1d6+", count: 100) + "1d"
        let error = NotationError(
            "wrong",
            at: text.utf8.count..<text.utf8.count,
            expected: []
        )
        let lines = NotationErrorText.lines(error, in: text, width: 40)
        #expect(
            lines.allSatisfy { $0.count <= 40 } && lines[0].hasSuffix("1d")
                && lines[1].last == "^"
        )
    }
}
