import DiceModel
import DiceTestSupport
import Testing

@Suite("Rolled faces")
struct FaceTallyTests {
    private func roll(_ by: String, _ rolled: [Int], _ values: [Int]) -> RollRecord {
        RollRecord(
            roll: 1,
            by: by,
            at: Timestamp(millisecondsSinceEpoch: 0),
            outcome: .completed,
            rolled: rolled,
            values: values
        )
    }

    private func key(_ sides: Int, _ by: String) -> FaceTally.FaceKey {
        FaceTally.FaceKey(sides: sides, by: by)
    }

    @Test(
        "only rolled dice count, by size and player"
    )
    func rolls() {
        var tally = FaceTally()
        let sides = [6, 4, 6, 4, 6]
        tally.add(roll("ann", [1, 2, 3, 5], [6, 4, 6, 1, 1]), sides: sides)
        tally.add(roll("bo", [4], [6, 4, 6, 2, 1]), sides: sides)
        #expect(
            tally.counts == [
                key(6, "ann"): [1, 0, 0, 0, 0, 2], key(4, "ann"): [0, 0, 0, 1],
                key(4, "bo"): [0, 1, 0, 0],
            ]
        )
    }

    @Test("a custom die does not count")
    func ownFaces() {
        let dice = [
            TurnDie(die: 1, sides: 2, value: 1, locked: false),
            TurnDie(die: 2, sides: 2, value: 2, locked: false, faces: ["hit", "7"]),
        ]
        let turn = Turn(
            id: 1,
            table: "t",
            turn: 1,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            rolls: [roll("ann", [1, 2], [1, 2])],
            dice: dice,
            total: 8
        )
        #expect(FaceTally(turn).counts == [key(2, "ann"): [1, 0]])
    }

    @Test("a whole roll counts the same as its dice one by one", arguments: RandomCase.hundred)
    func oneByOne(_ random: RandomCase) {
        var random = random
        let sides = (1...random.int(1...12)).map { _ in random.int(2...8) }
        var whole = FaceTally()
        var single = FaceTally()
        for _ in 1...5 {
            let by = random.bool() ? "ann" : "bo"
            let rolled = (1...sides.count).filter { _ in random.bool() }
            let values = sides.map { random.int(1...$0) }
            whole.add(roll(by, rolled, values), sides: sides)
            for die in rolled {
                single.add(values[die - 1], sides: sides[die - 1], by: by)
            }
        }
        #expect(whole == single)
    }

    @Test("impossible faces are ignored")
    func impossible() {
        var tally = FaceTally()
        for (face, sides) in [(0, 6), (7, 6), (-1, 6), (1, 1), (1, 1_001), (1, 0)] {
            tally.add(face, sides: sides, by: "ann")
        }
        tally.add([1, 2], key(3, "ann"))
        tally.add(roll("ann", [0, 3, 2], [7, 0]), sides: [6, 6])
        #expect(tally.counts.values.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test(
        "each size has a row, followed by one per player if there are several"
    )
    func rows() {
        var tally = FaceTally()
        tally.add([1, 2, 0, 1], key(4, "bo"))
        tally.add([0, 0, 0, 1], key(4, "ann"))
        tally.add([1, 0], key(2, "bo"))
        func rows(by: String? = nil, sides: Int? = nil) -> [FaceCounts] {
            FaceStatistics(
                FaceQuery(table: .one(.default), by: by, sides: sides),
                tally
            ).faces
        }
        #expect(
            rows() == [
                FaceCounts(by: nil, counts: [1, 0]),
                FaceCounts(by: nil, counts: [1, 2, 0, 2]),
                FaceCounts(by: "ann", counts: [0, 0, 0, 1]),
                FaceCounts(by: "bo", counts: [1, 2, 0, 1]),
            ]
        )
        #expect(
            rows(by: "bo") == [
                FaceCounts(by: "bo", counts: [1, 0]),
                FaceCounts(by: "bo", counts: [1, 2, 0, 1]),
            ]
        )
        #expect(rows(by: "ann", sides: 2) == [])
        #expect(rows(sides: 2).count == 1)
        #expect(rows(by: "cy") == [])
        let all = rows()[1]
        #expect(all.rolls == 5)
        #expect(all.sides == 4)
        #expect(all.degrees == 3)
        #expect(all.mean == 2.6)
        #expect(abs(all.chiSquare - 2.2) < 1e-12)
    }
}
