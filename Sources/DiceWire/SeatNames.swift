import DiceModel
import DiceNotation

/// Who asks over a connection: one name, or a list of those who share a screen, 1 to
/// `Limits.seatNames`, each once. It is told as it was asked for: a list of one name is a list.
public enum SeatNames: Sendable, Hashable {
    case one(String)
    case list([String])

    /// A single name stands alone. Nil for none.
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

    /// Under whom the connection counts.
    public var first: String { all.first ?? "" }

    /// For people: `ann, bo`.
    public var text: String { all.joined(separator: ", ") }

    /// Whether a connection may be confined to them, however long they are.
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
