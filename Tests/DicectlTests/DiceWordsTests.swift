import ArgumentParser
import DiceModel
import Testing

@testable import DiceFollowing
@testable import dicectl

struct DiceWordsTests {
    @Test(
        "dice are accepted in common notation",
        arguments: [
            (["4d6"], [6, 6, 6, 6]),
            (["d20"], [20]),
            (["6,6,20"], [6, 6, 20]),
            (["2d6", "d20"], [6, 6, 20]),
            (["D%"], [100]),
            (["6"], [6]),
            (["1d2,3"], [2, 3]),
        ]
    )
    func diceAreWrittenAsPeopleWriteThem(_ words: [String], _ sides: [Int]) throws {
        #expect(try DiceWords.sides(words) == sides)
    }

    @Test(
        "invalid dice are a usage error",
        arguments: [
            [],
            [""],
            ["d"],
            ["4d"],
            ["0d6"],
            ["d1"],
            ["d1001"],
            ["1001d6"],
            ["1000d6", "d6"],
            ["-1d6"],
            ["+4d6"],
            ["4d6,"],
            ["4d6d6"],
            ["4 d6"],
            ["fate"],
            ["%"],
            ["99999999999999999999d6"],
            ["d٣"],
        ]
    )
    func whatAreNoDiceIsAUsageError(_ words: [String]) {
        #expect(throws: ValidationError.self) { try DiceWords.sides(words) }
    }

    @Test(
        "custom faces are written as in dice notation",
        arguments: [
            ["d6", "2d{sword, 2 shield+1, }"],
            ["d6,2d{sword,2 shield+1,blank}"],
            ["6", "2d{sword,", "2", "shield+1,", "}"],
            ["d6", "2d[boost]"],
        ]
    )
    func facesOfOnesOwnAreWrittenAsInNotation(_ words: [String]) throws {
        let saved = SavedRoll(
            name: try #require(RollName("boost")),
            expression: "d{sword, 2 shield+1, blank}"
        )
        let die = DieShape(faces: ["sword", "1+2 shield", "blank"])
        #expect(try DiceWords(words).dice(SavedShelf { [saved] }) == [6, die, die])
    }

    @Test(
        "invalid faces are a usage error",
        arguments: [
            ["d{a}"],
            ["2d{a, {b}}"],
            ["d{a, b"],
            ["d{a, b}kh1"],
            ["d{a, b}+1"],
            ["0d{a, b}"],
            ["1001d{a, b}"],
        ]
    )
    func whatAreNoFacesIsAUsageError(_ words: [String]) {
        #expect(throws: ValidationError.self) { try DiceWords(words) }
    }

    @Test("a name without a saved roll is refused") func aNameThatIsNotSavedIsRefused() throws {
        let words = try DiceWords(["2d[bost]"])
        #expect(throws: CommandError.self) { try words.dice(SavedShelf { [] }) }
    }

    @Test("a table holds a thousand dice") func aTableHoldsAThousandDice() throws {
        #expect(try DiceWords.sides(["1000d1000"]).count == 1_000)
    }
}
