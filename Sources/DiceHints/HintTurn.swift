/// What the dice of a turn are worth in some states between turns that differ in their sums alone,
/// eight at a time.
struct HintTurn: Sendable {
    /// In `Float` the value of a sheet would be off in the fourth decimal.
    typealias Lanes = SIMD8<Double>

    private let plan: HintPlan
    /// By the index of the keep, what it is worth before the next roll; a hand, what it is worth
    /// with the rolls left.
    private(set) var values: ContiguousArray<Lanes>
    /// What filling a slot is worth, with bonuses for a sum and all that follows.
    private var worth: ContiguousArray<Lanes>
    /// At `slot * width + state`: how far into the row after this one a slot leads, and the bonuses
    /// on the way.
    private var steps: ContiguousArray<Int32> = []
    private var gains: ContiguousArray<Float> = []
    private var width = 0
    /// The summed boxes that are filled, which `steps` follow from.
    private var summed: Int?

    init(_ plan: HintPlan) {
        self.plan = plan
        values = ContiguousArray(repeating: .zero, count: HintDice.hands.upperBound)
        worth = ContiguousArray(repeating: .zero, count: plan.slots.count)
    }

    /// The value of each state of a row.
    ///
    /// - Parameters:
    ///   - next: the values of the rows after it.
    ///   - base: where these begin among all.
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

    /// Fills `values` with what each keep is worth before a roll of the turn, for the states of a
    /// row from `first`.
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

    /// A keep is worth the mean of what it is with one more die.
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

    /// A hand is worth as much as the best keep in it. On the way, so is each keep.
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

    /// What the hands are worth if the turn ends with them.
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
    /// The larger number of each lane. `pointwiseMax` asks each whether it is NaN, by branches.
    fileprivate func larger(_ other: Self) -> Self {
        var larger = self
        for lane in indices {
            larger[lane] = self[lane] > other[lane] ? self[lane] : other[lane]
        }
        return larger
    }
}
