import ArgumentParser
import Testing

@testable import dicectl

struct DiceWordsTests {
    @Test(
        arguments: [
            (["4d6"], [6, 6, 6, 6]), (["d20"], [20]), (["6,6,20"], [6, 6, 20]), (["2d6", "d20"], [6, 6, 20]),
            (["D%"], [100]), (["6"], [6]), (["1d2,3"], [2, 3]),
        ])
    func diceAreWrittenAsPeopleWriteThem(_ words: [String], _ sides: [Int]) throws {
        #expect(try DiceWords.sides(words) == sides)
    }

    @Test(
        arguments: [
            [], [""], ["d"], ["4d"], ["0d6"], ["d1"], ["d1001"], ["1001d6"], ["1000d6", "d6"], ["-1d6"], ["+4d6"],
            ["4d6,"], ["4d6d6"], ["4 d6"], ["fate"], ["%"], ["99999999999999999999d6"], ["d٣"],
        ])
    func whatAreNoDiceIsAUsageError(_ words: [String]) {
        #expect(throws: ValidationError.self) { try DiceWords.sides(words) }
    }

    @Test func aTableHoldsAThousandDice() throws {
        #expect(try DiceWords.sides(["1000d1000"]).count == 1_000)
    }
}
