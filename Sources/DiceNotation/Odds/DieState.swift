/// A die while modifiers act on it, as far as it matters for the total.
struct DieState: Hashable {
    var value: Int
    /// Whether the value may as well be any higher one: what lies behind is cut off.
    var isOpen = false
    var isSuccess = false
    var isFailure = false

    /// What it counts for where successes are counted.
    var count: Int { (isSuccess ? 1 : 0) - (isFailure ? 1 : 0) }
}

/// A comparison whose number is known.
struct FaceTest: Hashable {
    let relation: Relation
    let number: Double

    func holds(_ value: Int) -> Bool { relation.holds(Double(value), number) }

    func holds(_ state: DieState) throws(OddsStop) -> Bool {
        // Past the number, all comparisons stay as they are.
        if state.isOpen, Double(state.value) <= number { throw .cutTooEarly }
        return holds(state.value)
    }
}

/// What a modifier does to a die whatever the others show.
enum DieStep: Hashable {
    case explode(Explosion, FaceTest)
    case reroll(FaceTest, once: Bool)
    case clamp(Clamp, Int)
    case success(FaceTest)
    case failure(FaceTest)

    /// Of the steps that neither roll anything nor go by other dice.
    func applied(to state: DieState) throws(OddsStop) -> DieState {
        var state = state
        switch self {
        case .clamp(.minimum, let bound):
            if state.isOpen, state.value < bound { throw .cutTooEarly }
            state.value = max(state.value, bound)
        case .clamp(.maximum, let bound):
            if state.isOpen, state.value < bound { throw .cutTooEarly }
            if state.value >= bound { (state.value, state.isOpen) = (bound, false) }
        case .success(let test): if try test.holds(state) { state.isSuccess = true }
        case .failure(let test): if try test.holds(state) { state.isFailure = true }
        case .explode, .reroll: break
        }
        return state
    }
}

/// The values of a die with their weights.
struct Faces {
    let values: [Int]
    let weights: [UInt64]
    let denominator: Factors

    init(sides: Int) {
        values = Array(1...sides)
        weights = Array(repeating: 1, count: sides)
        denominator = Factors(UInt64(sides))
    }

    init(_ fate: FateDie) {
        values = [-1, 0, 1]
        weights = fate == .thirds ? [1, 1, 1] : [1, 4, 1]
        denominator = Factors(UInt64(fate.sides))
    }

    var series: Series {
        Series(low: values[0], words: weights, denominator: denominator)
    }

    /// How many of the parts fall on faces that meet `test`.
    func weight(meeting test: FaceTest) -> UInt64 {
        zip(values, weights).reduce(0) { $0 + (test.holds($1.0) ? $1.1 : 0) }
    }

    var total: UInt64 { weights.reduce(0, +) }

    /// The faces that do not meet `test`; nil where all do.
    func without(_ test: FaceTest) -> Faces? {
        let rest = zip(values, weights).filter { !test.holds($0.0) }
        let total = rest.reduce(0) { $0 + $1.1 }
        return total == 0 ? nil : Faces(rest.map(\.0), rest.map(\.1), Factors(total))
    }

    private init(_ values: [Int], _ weights: [UInt64], _ denominator: Factors) {
        (self.values, self.weights, self.denominator) = (values, weights, denominator)
    }
}
