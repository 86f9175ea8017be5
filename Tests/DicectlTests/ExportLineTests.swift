import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Testing

@testable import dicectl

/// Lines of exports.
struct ExportLineTests {
    private func turn(_ number: Int) -> Turn {
        let hex = Digest.text(of: "\(number)")
        let rolls = (1...(number % 3 + 1)).map { roll in
            RollRecord(
                roll: roll,
                by: "ann \(number)",
                at: Timestamp(millisecondsSinceEpoch: Int64(number) * 7_919_333),
                outcome: number.isMultiple(of: 2) ? .completed : .cancelled,
                rolled: [1, 3],
                values: [6, 2, 1_000],
                chance: RollChance(
                    entropy: number.isMultiple(of: 3) ? "" : String(hex.prefix(32)),
                    reveals: (0..<number % 4).map { _ in String(hex.suffix(32)) }
                )
            )
        }
        let dice = zip([6, 2, 1_000], [6, 2, 1_000]).enumerated().map { index, die in
            TurnDie(
                die: index + 1,
                sides: die.0,
                value: die.1,
                locked: index == number % 3
            )
        }
        return Turn(
            id: number,
            table: "t-\(number)",
            turn: number,
            endedAt: Timestamp(millisecondsSinceEpoch: Int64(number)),
            by: "bo",
            rolls: rolls,
            dice: dice,
            total: 1_008,
            full: number % 5 == 0 ? true : nil,
            proof: EntryProof(
                commitment: hex,
                seed: number % 7 == 0 ? nil : hex,
                chain: hex,
                seeded: number % 4 == 0 ? true : nil,
                edition: number % 2 == 0 ? 3 : nil
            )
        )
    }

    @Test("lines written by daemons are read, even with spaces around them", arguments: 1...40)
    func written(_ number: Int) throws {
        let turn = turn(number)
        let line = turn.jsonBytes()
        #expect(ExportLine.entry(line)?.entry == .turn(turn))
        #expect(ExportLine.entry([0x20] + line + [0x0D])?.entry == .turn(turn))
    }

    @Test("a truncated entry is not a valid entry")
    func halves() {
        let line = turn(6).jsonBytes()
        for length in 0..<line.count {
            #expect(ExportLine.entry(Array(line[..<length])) == nil, "\(length)")
        }
    }

    @Test(
        "a line that is not an entry is rejected",
        arguments: [
            "", "7", "{}", "[]", "{\"id\":1}", "{},\"x\":1", "{},\"result\":{}",
            "{\"kind\":\"turn\"}", "}",
        ]
    )
    func noEntry(_ text: String) {
        #expect(ExportLine.entry(Array(text.utf8)) == nil)
    }
}
