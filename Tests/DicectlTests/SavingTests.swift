import DiceModel
import DiceNotation
import Testing

@testable import DiceJudging
@testable import dicectl

@Suite("Saved tables and sets")
struct SavingTests {
    @Test(
        "a file with an outcome table is read",
        arguments: [
            (
                "01-05\trusty sword\n06-00\tnothing\n",
                "d100 => 1..5: rusty sword, 6..100: nothing"
            ),
            (
                "\u{FEFF}# loot\r\n\r\n1-5,\"a sword, rusty\"\r\n\"6\",\"\"\"gold\"\"\"\r\n",
                #"d6 => 1..5: "a sword, rusty", 6: "\"gold\"""#
            ),
            (
                "1. one\n2) two\n3: three\n4 four; and five",
                #"d4 => 1: one, 2: two, 3: three, 4: "four; and five""#
            ),
            ("2 – 3 low\n4..12 high", "d12 => 2..3: low, 4..12: high"),
            ("00 all\n", "d100 => 100: all"),
        ]
    )
    func aTableIsRead(_ text: String, _ expression: String) throws {
        let table = OutcomeTable(text)
        #expect(table.mistakes == [])
        #expect(table.expression(nil) == expression)
        #expect(table.expression("2d6").hasPrefix("2d6 => "))
        _ = try Expression(parsing: table.expression(nil))
    }

    @Test(
        "each mistake is reported with its line",
        arguments: [
            ("1-3 a\n3-4 b", "line 2: 3-4 overlaps line 1; each number can have only one line"),
            (
                "# x\nroll,result",
                "line 2: no number at the start; write 01-05, a tab and the words"
            ),
            ("5-1 a", "line 1: 5-1 is in reverse order; write 1-5"),
            ("7", "line 1: the words after the number are missing"),
            ("1-x a", "line 1: the number after 1- is missing; write 1-5"),
            (
                "1 a\u{1B}b",
                "line 1: the words contain a control character; a tab is allowed only after the number"
            ),
            (
                "1 " + String(repeating: "a", count: 481),
                "line 1: an outcome has 481 bytes, and at most 480 are allowed"
            ),
            ("\n", "it has no line such as 01-05 rusty sword"),
        ]
    )
    func eachMistakeHasItsLine(_ text: String, _ mistake: String) {
        #expect(OutcomeTable(text).mistakes == [mistake])
    }

    @Test(
        "totals that can be rolled but have no outcome are found",
        arguments: [
            ("2d6 => 2..6: a, 8: b", "7, 9-12"),
            ("d20 => 1..20: a", nil),
            ("d20 => 1: a, else: b", nil),
            ("3xd4 => 1..3: a", "4"),
            ("2d6 vs 7", nil),
            ("2*d6 => 2: a, 12: b", "4-10"),
        ] as [(String, String?)]
    )
    func gapsThatCanBeRolled(_ text: String, _ gaps: String?) throws {
        #expect(try Expression(parsing: text).gaps == gaps)
    }

    @Test("each set of rolls can be rolled", arguments: DiceSystem.names) func eachSetCanBeRolled(
        _ name: String
    ) throws {
        let rolls = try #require(DiceSystem.rolls(of: name))
        let texts = Dictionary(
            uniqueKeysWithValues: rolls.map { ($0.name.description, $0.expression) }
        )
        for roll in rolls {
            let expression = try RollText(roll.name.description).written { texts[$0] }
                .expression
            #expect(
                expression.gaps == nil
                    && expression.parameters.allSatisfy { $0.standard != nil },
                "\(roll)"
            )
        }
    }

    /// The number of faces and their sum, as printed on the dice.
    @Test(
        "the Genesys dice have the right faces",
        arguments: [
            ("boost", 6, ["success": 2, "advantage": 4]),
            ("setback", 6, ["success": -2, "advantage": -2]),
            ("ability", 8, ["success": 5, "advantage": 5]),
            ("difficulty", 8, ["success": -4, "advantage": -6]),
            ("proficiency", 12, ["success": 10, "advantage": 8, "triumph": 1]),
            ("challenge", 12, ["success": -9, "advantage": -8, "despair": 1]),
            ("force", 12, ["dark": 8, "light": 8]),
        ]
    )
    func theFacesOfGenesys(_ name: String, _ sides: Int, _ sums: [String: Int]) throws {
        let roll = try #require(
            DiceSystem.rolls(of: "genesys")?.first { $0.name.description == name }
        )
        guard case .dice(let term) = try Expression(parsing: roll.expression).kind,
            case .custom(let faces) = term.sides
        else {
            Issue.record("\(roll.expression) is no die")
            return
        }
        #expect(faces.count == sides)
        let counted = faces.flatMap(\.symbols).reduce(into: [:]) {
            $0[$1.word, default: 0] += $1.count
        }
        #expect(counted == sums)
    }
}
