import DiceModel
import DiceNotation

/// The names of a connection: one, or a list of people who share a screen, 1 to `Limits.seatNames`,
/// without duplicates. The value is written as it was requested: a list with one name remains a
/// list.
public enum SeatNames: Sendable, Hashable {
    case one(String)
    case list([String])

    /// Creates the names; a single name becomes a plain name. Returns `nil` for an empty list.
    public init?(_ names: [String]) {
        guard let first = names.first else { return nil }
        self = names.count == 1 ? .one(first) : .list(names)
    }

    public var all: [String] {
        switch self {
        case .one(let name): [name]
        case .list(let names): names
        }
    }

    /// The name that the connection's usage counts for.
    public var first: String { all.first ?? "" }

    /// The names as text for people: `ann, bo`.
    public var text: String { all.joined(separator: ", ") }

    /// True if a connection may be confined to these names, regardless of their length.
    public var isPossible: Bool {
        Self.wireForm.isPossible(self)
            && all.allSatisfy { LabelText.canonical($0) != nil }
    }
}

extension SeatNames: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    public init(stringLiteral name: String) {
        self = .one(name)
    }
    public init(arrayLiteral names: String...) {
        self = .list(names)
    }
}

extension SeatNames: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        self =
            if let name = json.string { .one(name) } else {
                .list(try [String](json: json))
            }
    }

    public func write(to json: inout JSONWriter) {
        switch self {
        case .one(let name): json.string(name)
        case .list(let names): names.write(to: &json)
        }
    }

    static var wireForm: Form<SeatNames> {
        let count = Limits.seatNames
        return Form(
            schema: .oneOf([.label, .array(of: .label, count: count)]),
            rule:
                "a string of \(PlayerLabel.form), or an array of \(count.lowerBound) to \(count.upperBound) of them, "
                + "each once",
            accept: { names in
                guard !names.all.isEmpty,
                    let accepted = Form<[String]>.viewers.accept(names.all)
                else { return nil }
                if case .one = names {
                    return .one(accepted[0])
                }
                return .list(accepted)
            },
            isPossible: { !$0.all.isEmpty && Form<[String]>.viewers.isPossible($0.all) }
        )
    }
}
