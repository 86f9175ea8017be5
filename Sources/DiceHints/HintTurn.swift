/// The values of a turn's dice, for eight states at a time. The states lie between turns and differ
/// only in their sums.
struct HintTurn: Sendable {
    /// With `Float`, a sheet's value would be off in the fourth decimal.
    typealias Lanes = SIMD8<Double>

    private let plan: HintPlan
    /// The values by keep: for a keep, before the next roll; for a hand, with the rolls left.
    private(set) var values: ContiguousArray<Lanes>
    /// The value of filling a slot, including bonuses for a sum and the value of the rest of the
    /// match.
    private var worth: ContiguousArray<Lanes>
    /// At `slot * width + state`: the offset in the following row to which a slot leads, and the
    /// bonuses scored by filling that slot.
    private var steps: ContiguousArray<Int32> = []
    private var gains: ContiguousArray<Float> = []
    private var width = 0
    /// The filled boxes of the sum, from which `steps` was computed.
    private var summed: Int?

    init(_ plan: HintPlan) {
        self.plan = plan
        values = ContiguousArray(repeating: .zero, count: HintDice.hands.upperBound)
        worth = ContiguousArray(repeating: .zero, count: plan.slots.count)
    }

    /// Computes the value of each state of a row.
    ///
    /// - Parameters:
    ///   - next: the values of the rows after this row.
    ///   - base: the index of the first of these values among all.
    mutating func solve(
        _ row: HintPlan.Row,
        next: [Float],
        base: Int,
        into found: inout [Float]
    ) {
        for first in stride(from: 0, to: row.count, by: Lanes.scalarCount) {
            run(row, first, before: 1, next: next, base: base)
            for lane in 0..<min(Lanes.scalarCount, row.count - first) {
                found.append(Float(values[0][lane]))
            }
        }
    }

    /// Fills `values` with the value of each keep before a roll of the turn, for the states of a
    /// row starting at `first`.
    mutating func run(
        _ row: HintPlan.Row,
        _ first: Int,
        before roll: Int,
        next: [Float],
        base: Int
    ) {
        weigh(row, first, next: next, base: base)
        stop(row, isFirstRoll: plan.rolls == 1)
        expect()
        for roll in (roll..<plan.rolls).reversed() {
            if roll == 1, plan.isFirstRollOther {
                stop(row, isFirstRoll: true)
            }
            keepBest()
            expect()
        }
    }

    /// Sets the value of each keep to the mean of its values with one more die.
    private mutating func expect() {
        for keep in HintDice.keeps.reversed() {
            let place = keep * HintDice.sides
            var sum = Lanes.zero
            for grown in place..<place + HintDice.sides {
                sum += values[plan.dice.grown[grown]]
            }
            values[keep] = sum * (1 / Double(HintDice.sides))
        }
    }

    /// Sets the value of each hand to the value of the best keep within that hand. Intermediate
    /// keeps are set in the same way.
    private mutating func keepBest() {
        for keep in HintDice.keeps {
            let value = values[keep]
            let place = keep * HintDice.sides
            for grown in place..<place + HintDice.sides {
                let index = plan.dice.grown[grown]
                values[index] = values[index].larger(value)
            }
        }
    }

    /// Sets the values of the hands if the turn ends with them.
    private mutating func stop(_ row: HintPlan.Row, isFirstRoll: Bool) {
        let open = (0..<plan.boxes).filter { row.filled >> $0 & 1 == 0 }
        let joker = plan.joker.flatMap { row.filled >> $0.box & 1 == 1 ? $0 : nil }
        for hand in 0..<HintDice.hands.count {
            var best = Lanes.zero
            if let joker, joker.isMet[hand] {
                let start = plan.slotIndex(
                    hand,
                    isFirstRoll: isFirstRoll,
                    isJoker: true
                )
                let boxes = plan.jokerBoxes(joker, hand, filled: row.filled)
                for box in open where boxes >> box & 1 == 1 {
                    let bonus =
                        row.isRich && joker.own[hand] >> box & 1 == 1
                        ? joker.againInOwn : 0
                    best = best.larger(
                        worth[plan.slotOfHand[start + box]] + Double(bonus)
                    )
                }
                if row.isRich {
                    best += Double(joker.again)
                }
            } else {
                let start = plan.slotIndex(
                    hand,
                    isFirstRoll: isFirstRoll,
                    isJoker: false
                )
                for box in open {
                    best = best.larger(worth[plan.slotOfHand[start + box]])
                }
            }
            values[HintDice.hands.lowerBound + hand] = best
        }
    }

    private mutating func weigh(
        _ row: HintPlan.Row,
        _ first: Int,
        next: [Float],
        base: Int
    ) {
        if summed != row.filled & plan.summed {
            step(row)
        }
        for box in 0..<plan.boxes where row.filled >> box & 1 == 0 {
            for slot in plan.slotsOfBox[box] {
                let after = plan.row(after: row, plan.slots[slot])
                var lanes = Lanes(repeating: Double(plan.slots[slot].points))
                for lane in 0..<Lanes.scalarCount {
                    let state = slot * width + min(first + lane, width - 1)
                    lanes[lane] +=
                        Double(gains[state])
                        + Double(next[after.start - base + Int(steps[state])])
                }
                worth[slot] = lanes
            }
        }
    }

    private mutating func step(_ row: HintPlan.Row) {
        let summed = row.filled & plan.summed
        self.summed = summed
        width = row.count
        steps = ContiguousArray(repeating: 0, count: plan.slots.count * width)
        gains = ContiguousArray(repeating: 0, count: plan.slots.count * width)
        for (slot, filling) in plan.slots.enumerated()
        where summed >> filling.box & 1 == 0 {
            var stride = 1
            var strideAfter = 1
            for sum in plan.sums {
                let filled = sum.filled(summed)
                let filledAfter = sum.filled(summed | 1 << filling.box)
                let needs = sum.needs[filled]
                let needsAfter = sum.needs[filledAfter]
                for state in 0..<width {
                    let index = state / stride % needs.count
                    var indexAfter = index
                    if filled != filledAfter {
                        indexAfter = sum.index(
                            filledAfter,
                            missing: needs[index] - filling.points
                        )
                        let isReached = needs[index] > 0 && needsAfter[indexAfter] == 0
                        gains[slot * width + state] += isReached ? Float(sum.points) : 0
                    }
                    steps[slot * width + state] += Int32(indexAfter * strideAfter)
                }
                stride = stride * needs.count
                strideAfter = strideAfter * needsAfter.count
            }
        }
    }
}

extension SIMD8<Double> {
    /// Returns the larger number of each lane. `pointwiseMax` would branch in each lane to test for
    /// NaN.
    fileprivate func larger(_ other: Self) -> Self {
        var larger = self
        for lane in indices {
            larger[lane] = self[lane] > other[lane] ? self[lane] : other[lane]
        }
        return larger
    }
}
