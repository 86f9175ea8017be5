internal import DiceNotation

/// What matters of a die for the total while modifiers act on it.
struct RankedDie: Hashable {
    var value: Int
    /// Whether the value may as well be any higher one: higher ones are cut off.
    var isOpen = false
    var isSuccess = false
    var isFailure = false

    /// What it counts for if successes are counted.
    var count: Int { (isSuccess ? 1 : 0) - (isFailure ? 1 : 0) }
}

extension FaceTest {
    func holds(_ state: RankedDie) throws(OddsStop) -> Bool {
        // Past the number, all comparisons stay as they are.
        if state.isOpen, Fraction(state.value) <= number { throw .cutTooEarly }
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

    /// Whether dice are rolled by it.
    var rolls: Bool {
        switch self {
        case .explode, .reroll: true
        case .clamp, .success, .failure: false
        }
    }

    /// Applies a step that neither rolls anything nor depends on other dice.
    func applied(to state: RankedDie) throws(OddsStop) -> RankedDie {
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

/// How often a die shows each of its faces.
struct Faces {
    let lowest: Int
    /// The weights of the faces from `lowest` on, in parts of `denominator`: 0 for one that cannot occur.
    let weights: [UInt64]
    let denominator: Factors

    init(sides: Int) { self.init(1, Array(repeating: 1, count: sides), Factors(UInt64(sides))) }

    init(_ fate: FateDie) { self.init(-1, fate == .thirds ? [1, 1, 1] : [1, 4, 1], Factors(UInt64(fate.sides))) }

    private init(_ lowest: Int, _ weights: [UInt64], _ denominator: Factors) {
        (self.lowest, self.weights, self.denominator) = (lowest, weights, denominator)
    }

    /// The faces that can occur.
    var entries: some Sequence<(value: Int, weight: UInt64)> {
        weights.indices.lazy.filter { weights[$0] != 0 }.map { (lowest + $0, weights[$0]) }
    }

    var series: Series { Series(low: lowest, words: weights, denominator: denominator) }
    var highest: Int { lowest + weights.count - 1 }
    var total: UInt64 { weights.reduce(0, +) }

    /// How many of the parts fall on faces that meet `test`.
    func weight(meeting test: FaceTest) -> UInt64 { entries.reduce(0) { $0 + (test.holds($1.value) ? $1.weight : 0) } }

    /// The faces that do not meet `test`; nil if all do.
    func without(_ test: FaceTest) -> Faces? {
        let rest = weights.indices.map { test.holds(lowest + $0) ? 0 : weights[$0] }
        let total = rest.reduce(0, +)
        return total == 0 ? nil : Faces(lowest, rest, Factors(total))
    }
}
