public import DiceModel
import DiceNotation

extension Method where Params == ThrowParams, Result == ThrowResult {
    public static var `throw`: Self {
        Self(
            "table.throw",
            "Rolls an expression separately from the table's dice; responds when the last die has settled.",
            result: "throw",
            access: .players,
            answersAtRest: true,
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .badExpression, .wrongFaces, .storageFailed],
            examples: [
                ThrowParams(table: .default, expression: "4d6kh3+2"),
                ThrowParams(table: .default, expression: "d20", seenBy: ["gm"]),
            ]
        )
    }
}

extension Method where Params == ShowParams, Result == EmptyObject {
    public static var show: Self {
        Self(
            "table.show",
            "Reveals a secret throw to everyone.",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .storageFailed],
            examples: [ShowParams(table: .default, number: 3)]
        )
    }
}

/// The params of `table.show`.
public struct ShowParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The throw's number at its table.
    public var number: Int
    /// The acting name: one of those that see the throw.
    public var by: String?

    public init(table: TableName, number: Int, by: String? = nil) {
        self.table = table
        self.number = number
        self.by = by
    }

    static var blank: Self { Self(table: .default, number: 0) }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("throw", &number, .within(1...Int.max), "The throw to reveal.")
        field.by(&by)
    }
}

extension ParameterValues: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object(let members) = json else {
            throw JSONMismatch(wanted: "an object")
        }
        var values: [String: Double] = [:]
        for member in members {
            guard let value = member.value.decimal else {
                throw JSONMismatch(wanted: "a number")
            }
            values[member.name] = value.double
        }
        self.init(values)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                json.member(named: name, value)
            }
        }
    }

    static var wireForm: Form<ParameterValues> {
        Form(
            schema: .map(of: Double.wireForm.schema),
            rule: #"an object of numbers by name, such as {"bonus":9}"#
        )
    }
}
