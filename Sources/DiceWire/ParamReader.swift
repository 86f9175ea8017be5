internal import DiceModel

/// Reads a `params` object by the definition of its method and refuses, by name, whatever does not fit.
struct ParamReader {
    private let container: KeyedDecodingContainer<Key>

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Throws `WireError` when a member is not in `definition`.
    init(_ decoder: any Decoder, _ definition: [Param]) throws {
        container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys where !definition.contains(where: { $0.name == key.stringValue }) {
            let known = definition.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw WireError(
                .invalidParams,
                "unknown param \"\(key.stringValue.prefix(64))\"; "
                    + (known.isEmpty ? "this method takes no params" : "this method knows \(known)"),
                param: String(key.stringValue.prefix(64)))
        }
    }

    /// Nil when the param is left out. Throws `WireError` when it is no `Value`.
    func optional<Value: Decodable>(_ param: Param, as type: Value.Type = Value.self) throws -> Value? {
        let key = Key(stringValue: param.name)
        guard container.contains(key) else { return nil }
        do {
            return try container.decode(Value.self, forKey: key)
        } catch {
            throw refusal(param)
        }
    }

    func required<Value: Decodable>(_ param: Param, as type: Value.Type = Value.self) throws -> Value {
        guard let value: Value = try optional(param) else { throw Self.missing(param) }
        return value
    }

    /// The table that the request names, or `default`.
    func table() throws -> TableName {
        try optional(.table) ?? .default
    }

    func label(_ param: Param) throws -> String? {
        guard let label: String = try optional(param) else { return nil }
        guard PlayerLabel.isValid(label) else { throw refusal(param) }
        return label
    }

    /// Ascending and without repetition.
    func dieNumbers(_ param: Param) throws -> [Int]? {
        guard let numbers: [Int] = try optional(param) else { return nil }
        guard !numbers.isEmpty else { throw refusal(param) }
        return Set(numbers).sorted()
    }

    func integer(_ param: Param, in range: ClosedRange<Int>) throws -> Int? {
        guard let integer: Int = try optional(param) else { return nil }
        guard range.contains(integer) else { throw refusal(param) }
        return integer
    }

    static func missing(_ param: Param) -> WireError {
        WireError(
            .invalidParams, "param \"\(param.name)\" is missing; it must be \(param.kind.words)", param: param.name)
    }

    private func refusal(_ param: Param) -> WireError {
        WireError(.invalidParams, "param \"\(param.name)\" must be \(param.kind.words)", param: param.name)
    }
}
