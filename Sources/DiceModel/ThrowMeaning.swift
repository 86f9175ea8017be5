public import DiceNotation

/// The meaning of a total: its check against a target, its outcome, and the symbols of custom dice.
public struct ThrowMeaning: Sendable, Hashable {
    public var check: TargetCheck?
    /// The check of each round, if the expression repeats.
    public var checks: [TargetCheck]?
    /// The outcome of the total; `nil` in a gap.
    public var result: String?
    /// The outcome of each round, if the expression repeats; empty in a gap.
    public var results: [String]?
    /// The counts of the symbols on the dice, omitting symbols whose count is 0; `nil` without
    /// symbols.
    public var symbols: SymbolCounts?

    public init(
        check: TargetCheck? = nil,
        checks: [TargetCheck]? = nil,
        result: String? = nil,
        results: [String]? = nil,
        symbols: SymbolCounts? = nil
    ) {
        self.check = check
        self.checks = checks
        self.result = result
        self.results = results
        self.symbols = symbols
    }

    public init(_ evaluation: Evaluation) {
        let checks = evaluation.checks.map { TargetCheck($0) }
        let results = evaluation.results
        let symbols = evaluation.symbols.map { SymbolCounts($0) }
        if evaluation.totals == nil {
            self.init(
                check: checks.first,
                result: results.first ?? nil,
                symbols: symbols
            )
        } else {
            self.init(
                checks: checks.isEmpty ? nil : checks,
                results: results.isEmpty ? nil : results.map { $0 ?? "" },
                symbols: symbols
            )
        }
    }

    /// The checks of all rounds; empty without a target.
    public var allChecks: [TargetCheck] { checks ?? check.map { [$0] } ?? [] }
}

/// The count of each symbol on the dice of a throw, in the order of the throw's expression.
public struct SymbolCounts: Sendable, Hashable {
    public var symbols: [Symbol]

    public init(_ symbols: [Symbol]) {
        self.symbols = symbols
    }
}

/// A total and its target.
public struct TargetCheck: Sendable, Hashable {
    public var target: Double
    /// The comparison: `>=`, `<=`, `>`, `<` or `=`.
    public var compare: String
    public var made: Bool
    /// The margin by which the total meets the target; negative if it misses, `nil` for `=`.
    public var margin: Double?

    public init(target: Double, compare: String, made: Bool, margin: Double? = nil) {
        self.target = target
        self.compare = compare
        self.made = made
        self.margin = margin
    }

    init(_ check: Check) {
        self.init(
            target: check.target.double,
            compare: check.relation.rawValue,
            made: check.isMade,
            margin: check.margin?.double
        )
    }
}
