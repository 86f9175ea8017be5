public import DiceModel
import DiceNotation

extension Method where Params == ThrowParams, Result == ThrowResult {
    public static var `throw`: Self {
        Self(
            "table.throw", "Rolls an expression beside the table's dice; answers when the last die has settled.",
            result: "throw", access: .players, answersAtRest: true, table: { $0.table }, player: { $0.by },
            errors: [.tableNotFound, .badExpression, .storageFailed],
            examples: [
                ThrowParams(table: .default, expression: "4d6kh3+2"),
                ThrowParams(table: .default, expression: "d20", seenBy: ["gm"]),
            ])
    }
}

extension Method where Params == ShowParams, Result == EmptyObject {
    public static var show: Self {
        Self(
            "table.show", "Shows a secret throw to everybody.", access: .players, table: { $0.table },
            player: { $0.by }, errors: [.tableNotFound, .storageFailed],
            examples: [ShowParams(table: .default, number: 3)])
    }
}

/// The params of `table.show`.
public struct ShowParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The throw's number at its table.
    public var number: Int
    /// Who shows it: one of the names that see it.
    public var by: String?

    public init(table: TableName, number: Int, by: String? = nil) {
        (self.table, self.number, self.by) = (table, number, by)
    }

    static let members = Members(
        Self.init, .table(\.table), Member("throw", \.number, .within(1...Int.max), "The throw to show."), .by(\.by))
}

/// The params of `table.throw`: an expression, or the name of a saved one.
public struct ThrowParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The expression, in dice notation.
    public var expression: String?
    /// The name of a saved roll, in place of an expression.
    public var saved: RollName?
    /// The values of the expression's parameters, by name.
    public var values: ParameterValues?
    /// What it is for, 1 to 64 printable characters.
    public var label: String?
    /// Whether the dice tumble first.
    public var animate: Bool
    /// Who throws, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?
    /// 16 bytes in hex that nobody could foretell; nil contributes nothing.
    public var entropy: String?
    /// The only names that see the faces, at most `Limits.viewers`; none for the thrower alone, nil for everybody.
    public var seenBy: [String]?

    public init(
        table: TableName, expression: String? = nil, saved: RollName? = nil, values: ParameterValues? = nil,
        label: String? = nil, animate: Bool = true, by: String? = nil, entropy: String? = nil, seenBy: [String]? = nil
    ) {
        self.seenBy = seenBy
        self.entropy = entropy
        self.table = table
        self.expression = expression
        self.saved = saved
        self.values = values
        self.label = label
        self.animate = animate
        self.by = by
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member(
            "expression", ifPresent: \.expression, String.wireForm, "What to roll, in dice notation (dice-notation(7))."
        ),
        Member("saved", ifPresent: \.saved, RollName.wireForm, "The name of a saved roll, in place of an expression."),
        Member("values", ifPresent: \.values, ParameterValues.wireForm, "The values of its parameters."),
        Member("label", ifPresent: \.label, .label, "What the throw is for."),
        Member("animate", \.animate, default: true, "Whether the dice tumble first; true by default."),
        .by(\.by), .addedEntropy(\.entropy),
        Member(
            "seenBy", ifPresent: \.seenBy, .viewers,
            "The only names that see the faces; [] for the thrower alone, everybody if it is left out."))
}

/// What a throw gives to the parameters of its expression, by name.
public struct ParameterValues: Sendable, Hashable {
    public var values: [String: Double]

    public init(_ values: [String: Double]) {
        self.values = values
    }
}

extension ParameterValues: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object(let members) = json else { throw JSONMismatch(wanted: "an object") }
        values = [:]
        for member in members {
            guard let value = member.value.decimal else { throw JSONMismatch(wanted: "a number") }
            values[member.name] = value.double
        }
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) { json.member(named: name, value) }
        }
    }

    static var wireForm: Form<ParameterValues> {
        Form(schema: .map(of: Double.wireForm.schema), rule: #"an object of numbers by name, as {"bonus":9}"#)
    }
}
