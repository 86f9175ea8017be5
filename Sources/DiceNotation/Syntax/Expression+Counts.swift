extension Expression {
    /// Throws `NotationError` for a count that no die of its term can meet, such as `2d6>=7`.
    ///
    /// Computed numbers, parameters, and dice that explode or are clamped before they count are not
    /// checked: they may have any value.
    func checkCounts() throws(NotationError) {
        for part in parts {
            try part.checkCounts()
        }
        guard case .dice(let term) = kind, let die = term.knownKind else { return }
        for (index, modifier) in term.modifiers.enumerated() {
            switch modifier {
            case .explode, .clamp: return
            case .success(let comparison):
                guard let number = comparison.number.literal,
                    !die.meets(comparison.relation, number).any
                else {
                    continue
                }
                let dice = DiceTerm(
                    count: term.count,
                    sides: term.sides,
                    modifiers: Array(term.modifiers[..<index])
                )
                let roll = Expression(.dice(dice)).description
                let test = comparison.relation.rawValue + "\(number)"
                throw NotationError(
                    "no die of `\(roll)` can show `\(test)`; `{\(roll)}\(test)` compares their sum, "
                        + "`\(roll) vs \(comparison.relation == .atLeast ? "" : comparison.relation.rawValue)\(number)` "
                        + "tests it as a target",
                    at: comparison.number.range,
                    expected: ["{\(roll)}\(test)", "a number that a die shows"]
                )
            default: continue
            }
        }
    }

    /// The value, if the expression is a literal number.
    var literal: Fraction? {
        switch kind {
        case .number(let value): value
        case .negated(let inner): inner.literal.map { -$0 }
        default: nil
        }
    }
}

extension DiceTerm {
    /// The kind of die; `nil` if its sides are computed.
    var knownKind: DieKind? {
        switch sides {
        case .fate(let die): return DieKind(die)
        case .custom(let faces): return hasWords ? nil : DieKind(faces)
        case .number(let number):
            guard case .number(let value) = number.kind,
                let sides = Int(exactly: value), sides > 0
            else { return nil }
            return DieKind(sides: sides)
        }
    }
}
