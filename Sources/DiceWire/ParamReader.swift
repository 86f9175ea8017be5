internal import DiceModel

/// Reads a `params` object by the definition of its method and refuses, by name, whatever does not fit.
struct ParamReader {
    private let members: [JSONValue.Member]

    /// Throws `WireError` when a member is not in `definition`.
    init(_ members: [JSONValue.Member], _ definition: [Param]) throws(WireError) {
        self.members = members
        for member in members where !definition.contains(where: { $0.name == member.name }) {
            let known = definition.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw WireError(
                .invalidParams,
                "unknown param \"\(member.name.prefix(64))\"; "
                    + (known.isEmpty ? "this method takes no params" : "this method knows \(known)"),
                param: String(member.name.prefix(64)))
        }
    }

    /// Nil when the param is left out. Throws `WireError` when it is no `Value`.
    func optional<Value: JSONReadable>(_ param: Param, as type: Value.Type = Value.self) throws(WireError) -> Value? {
        guard let member = members.last(where: { $0.name == param.name }) else { return nil }
        do throws(JSONMismatch) {
            return try Value(json: member.value)
        } catch {
            throw refusal(param)
        }
    }

    func required<Value: JSONReadable>(_ param: Param, as type: Value.Type = Value.self) throws(WireError) -> Value {
        guard let value: Value = try optional(param) else { throw Self.missing(param) }
        return value
    }

    /// The table that the request names, or `default`.
    func table() throws(WireError) -> TableName {
        try optional(.table) ?? .default
    }

    func label(_ param: Param) throws(WireError) -> String? {
        guard let label: String = try optional(param) else { return nil }
        guard PlayerLabel.isValid(label) else { throw refusal(param) }
        return label
    }

    /// Ascending and without repetition.
    func dieNumbers(_ param: Param) throws(WireError) -> [Int]? {
        guard let numbers: [Int] = try optional(param) else { return nil }
        guard !numbers.isEmpty else { throw refusal(param) }
        return Set(numbers).sorted()
    }

    func integer(_ param: Param, in range: ClosedRange<Int>) throws(WireError) -> Int? {
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
