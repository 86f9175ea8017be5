// The wire format of plans of dice in flight.

public import DiceModel

extension DiePlan: Message {
    static var blank: Self { Self(die: 0, values: [], times: []) }

    mutating func visit(_ field: inout Fields) {
        field("die", &die, .integer(Limits.dicePerTable))
        field(
            "values",
            &values,
            .passingValues,
            "The values that the die shows while it rolls."
        )
        field(
            "times",
            &times,
            .stepTimes,
            "The time of each value and of settling, in milliseconds since the start."
        )
    }
}

extension FlightPlan: Message {
    static let component = "Flight"
    static var blank: Self { Self(elapsed: 0, plan: []) }

    mutating func visit(_ field: inout Fields) {
        field("elapsed", &elapsed, .milliseconds, "Milliseconds since the start.")
        field("plan", &plan, .plan, "The plan of each die in flight.")
    }
}

extension Form<Double> {
    /// The time since the start of a roll or a throw; the limit exceeds that of the slowest dice.
    static var milliseconds: Self { real(0...1e12) }
}

extension Form<[Int]> {
    fileprivate static var passingValues: Self {
        let count = AnimationPlan.valueCount
        return Form(
            schema: .array(of: .integer(), count: count...count),
            isPossible: { $0.count == count }
        )
    }
}

extension Form<[Double]> {
    fileprivate static var stepTimes: Self {
        let count = AnimationPlan.stepCount
        return Form(
            schema: .array(of: Form<Double>.milliseconds.schema, count: count...count),
            isPossible: { times in
                times.count == count
                    && times.allSatisfy(Form<Double>.milliseconds.isPossible)
                    && zip(times, times.dropFirst()).allSatisfy(<)
            }
        )
    }
}

extension Form<[DiePlan]> {
    static var plan: Self { .someDice(\.die) }
}
