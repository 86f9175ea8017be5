public import DiceNotation

extension Expression {
    /// How many dice are thrown before any face is known, whatever the faces will be; for some expressions more than there
    /// are. Of `(1d4)d6` it is the die that tells how many follow.
    public var firstDice: Int {
        switch kind {
        case .number, .parameter: 0
        case .negated(let inner): inner.firstDice
        case .binary(_, let left, let right): left.firstDice + right.firstDice
        case .call(_, let arguments): Self.firstDice(arguments)
        case .group(let members, let modifiers):
            Self.firstDice(members) + Self.firstDice(modifiers.compactMap(\.number))
        case .repeated(let count, let body): count.firstDice + (count.constant ?? 0) * body.firstDice
        case .dice(let term):
            term.firstDice + Self.firstDice(term.modifiers.compactMap(\.number))
        }
    }

    /// Whether there may be more dice than that.
    public var mayGrow: Bool {
        switch kind {
        case .number, .parameter: false
        case .negated(let inner): inner.mayGrow
        case .binary(_, let left, let right): left.mayGrow || right.mayGrow
        case .call(_, let arguments): arguments.contains(where: \.mayGrow)
        case .group(let members, let modifiers): (members + modifiers.compactMap(\.number)).contains(where: \.mayGrow)
        case .repeated(let count, let body): count.firstDice > 0 || body.mayGrow
        case .dice(let term): term.mayGrow
        }
    }

    private static func firstDice(_ parts: [Expression]) -> Int { parts.reduce(0) { $0 + $1.firstDice } }

    /// The whole number that it comes to; nil where it depends on dice.
    fileprivate var constant: Int? {
        // Of no die at all: a draw fails.
        (try? evaluate(dice: 0, steps: NotationLimits.dice * NotationLimits.stepsPerDie) { _ in 1 })?.total.flatMap {
            Int(exactly: $0)
        }
    }
}

extension DiceTerm {
    fileprivate var firstDice: Int {
        let ofSides = if case .number(let number) = sides { number.firstDice } else { 0 }
        return count.firstDice + ofSides + (ofSides == 0 ? count.constant ?? 0 : 0)
    }

    fileprivate var mayGrow: Bool {
        let ofSides = if case .number(let number) = sides { number.firstDice } else { 0 }
        return count.firstDice + ofSides > 0
            || modifiers.contains { modifier in
                switch modifier {
                case .explode, .reroll, .unique: true
                default: modifier.number?.mayGrow == true
                }
            }
    }
}
