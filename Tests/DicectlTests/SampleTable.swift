import DiceModel

@testable import dicectl

/// Tables whose dice show every state, the same in every run.
enum SampleTable {
    /// Every fourth die is locked; where `rolling`, every third of the others is in flight.
    static func snapshot(dice count: Int, rolling: Bool = false, sides: Int = 6) -> TableSnapshot {
        let dice = (1...count).map { number in
            DieState(
                die: number, sides: sides, value: number * 5 % sides + 1, locked: number % 4 == 0,
                animating: rolling && number % 4 != 0 && number % 3 == 0)
        }
        return TableSnapshot(table: "default", revision: 4, turn: 3, roll: 2, rolling: rolling, by: "ann", dice: dice)
    }

    static func state(dice count: Int, rolling: Bool = false, sides: Int = 6) -> TableState {
        var state = TableState(snapshot(dice: count, rolling: rolling, sides: sides))
        state.caption = "ann rolls"
        return state
    }

    /// Ended turns of two players, newest first.
    static func turns(_ count: Int) -> [Turn] {
        (1...count).reversed().map { number in
            let dice = snapshot(dice: 5).dice.map {
                TurnDie(die: $0.die, sides: 6, value: ($0.value + number) % 6 + 1, locked: $0.locked)
            }
            return Turn(
                id: number, table: "default", turn: number,
                endedAt: Timestamp(millisecondsSinceEpoch: 1_795_000_000_000),
                by: number.isMultiple(of: 2) ? "bo" : "ann", rolls: [], dice: dice,
                total: dice.reduce(0) { $0 + $1.value })
        }
    }
}
