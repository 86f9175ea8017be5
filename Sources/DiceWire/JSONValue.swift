/// A JSON value as it was received.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// In the order of the text, names that stand twice included.
    case object([Member])

    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: JSONValue
    }

    /// The value of a member, the last one of that name; nil where there is none, or no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }
}

extension JSONValue {
    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// A number without a fraction, however it is written: 7, 7.0 or 7e0, the latter two up to 2^53.
    var integer: Int? {
        guard case .number(let text) = self else { return nil }
        if let integer = Int(text) { return integer }
        guard let number = Double(text), number.magnitude <= 0x1p53 else { return nil }
        return Int(exactly: number)
    }
}
