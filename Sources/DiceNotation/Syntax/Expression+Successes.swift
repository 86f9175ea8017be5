extension Expression {
    /// True if the total is a number of successes: every die of the expression is counted, and the
    /// counts are only added, subtracted or repeated.
    public var countsSuccesses: Bool {
        switch kind {
        case .dice(let term): term.modifiers.contains(where: \.isCount)
        case .group(_, let modifiers): modifiers.contains(where: \.isCount)
        case .negated(let body), .repeated(_, let body), .check(let body, _, _),
            .outcomes(let body, _):
            body.countsSuccesses
        case .binary(.add, let first, let second), .binary(.subtract, let first, let second):
            first.countsSuccesses && (second.countsSuccesses || !second.hasDice)
                || !first.hasDice && second.countsSuccesses
        case .number, .parameter, .call, .binary: false
        }
    }
}
