package import DiceFollowing
package import DiceModel

/// Tables whose dice show every state, reproducibly.
package enum SampleTable {
    /// Locks every fourth die. With `rolling`, every third of the others is in flight.
    package static func snapshot(dice count: Int, rolling: Bool = false, sides: Int = 6)
        -> TableSnapshot
    {
        let dice = (1...count).map { number in
            DieState(
                die: number,
                sides: sides,
                value: number * 5 % sides + 1,
                locked: number % 4 == 0,
                animating: rolling && number % 4 != 0 && number % 3 == 0
            )
        }
        return TableSnapshot(
            table: "default",
            revision: 4,
            turn: 3,
            roll: 2,
            rolling: rolling,
            by: "ann",
            dice: dice,
            may: may(isBusy: dice.contains(where: \.animating))
        )
    }

    /// Returns what is possible while dice are in flight, or while they are not.
    package static func may(isBusy: Bool) -> May {
        isBusy
            ? May(roll: .refused("busy"), endTurn: .refused("busy"))
            : May(roll: .possible, endTurn: .possible)
    }

    package static func state(dice count: Int, rolling: Bool = false, sides: Int = 6)
        -> TableState
    {
        var state = TableState(snapshot(dice: count, rolling: rolling, sides: sides))
        state.caption = "ann rolls"
        return state
    }

    package enum Stage {
        case flying, settled, large, largeInFlight
    }

    /// Returns ann's throw of `4d6!kh3+2`, with a die of each kind, or of 200 dice.
    package static func thrown(_ stage: Stage, number: Int = 1, label: String? = "fire bolt")
        -> ThrowFrame
    {
        let isLarge = stage == .large || stage == .largeInFlight
        let faces = isLarge ? (0..<200).map { $0 * 5 % 6 + 1 } : [6, 3, 1, 5, 4]
        let (expression, total) = isLarge ? ("200d6dl20", 690.0) : ("4d6!kh3+2", 17.0)
        var frame = ThrowFrame(
            table: "default",
            revision: 5,
            number: number,
            by: "ann",
            expression: expression,
            label: label,
            rolling: stage == .flying || stage == .largeInFlight,
            dice: faces.enumerated().map {
                DieState(die: $0 + 1, sides: 6, value: $1, animating: $0 % 2 == 0)
            }
        )
        guard !frame.rolling else { return frame }
        let dice = faces.enumerated().map { index, face in
            ThrowDie(
                die: index + 1,
                sides: 6,
                value: face,
                kept: isLarge ? index >= 20 : index == 0 || index > 2,
                flags: !isLarge && face == 6 ? ["exploded"] : []
            )
        }
        frame.result = ThrowResult(
            table: "default",
            number: number,
            expression: expression,
            by: "ann",
            label: label,
            outcome: .completed,
            total: total,
            dice: dice,
            text: isLarge
                ? "200d6dl20: " + faces.map(String.init).joined(separator: " ")
                    + " = 690"
                : "4d6!kh3+2: [6! (3) (1) 5 4] + 2 = 17"
        )
        return frame
    }

    package static func entries(_ count: Int) -> [HistoryEntry] {
        turns(count).map(HistoryEntry.turn)
    }

    /// Returns ended turns of two players, newest first.
    package static func turns(_ count: Int) -> [Turn] {
        (1...count).reversed().map { number in
            let dice = snapshot(dice: 5).dice.map {
                TurnDie(
                    die: $0.die,
                    sides: 6,
                    value: ($0.value + number) % 6 + 1,
                    locked: $0.locked
                )
            }
            return Turn(
                id: number,
                table: "default",
                turn: number,
                endedAt: Timestamp(millisecondsSinceEpoch: 1_795_000_000_000),
                by: number.isMultiple(of: 2) ? "bo" : "ann",
                rolls: [],
                dice: dice,
                total: dice.reduce(0) { $0 + $1.value }
            )
        }
    }
}
