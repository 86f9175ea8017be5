public import DiceNotation

/// What a total means: beside a target, among outcomes, and in the words of dice of one's own.
public struct ThrowMeaning: Sendable, Hashable {
    public var check: TargetCheck?
    /// Of each round, if the expression repeats.
    public var checks: [TargetCheck]?
    /// The words of the total; nil in a gap.
    public var result: String?
    /// Of each round, if the expression repeats; empty in a gap.
    public var results: [String]?
    /// What the words on the dice count, those that count nothing left out; nil if there are no
    /// words on them.
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

/// How often each word on the dice of a throw counts, in the order of its expression.
public struct SymbolCounts: Sendable, Hashable {
    public var symbols: [Symbol]

    public init(_ symbols: [Symbol]) {
        self.symbols = symbols
    }
}

/// A total beside its target.
public struct TargetCheck: Sendable, Hashable {
    public var target: Double
    /// `>=`, `<=`, `>`, `<` or `=`
    public var compare: String
    public var made: Bool
    /// How far the total is on the right side of the target; negative on the other one, nil of `=`.
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
