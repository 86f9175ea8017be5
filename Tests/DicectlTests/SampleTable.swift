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
        return TableSnapshot(table: "default", revision: 4, turn: 3, roll: 2, rolling: rolling, dice: dice)
    }

    static func state(dice count: Int, rolling: Bool = false, sides: Int = 6) -> TableState {
        var state = TableState(snapshot(dice: count, rolling: rolling, sides: sides))
        state.caption = "ann rolls"
        return state
    }
}
