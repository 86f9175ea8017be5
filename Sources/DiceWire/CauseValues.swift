import DiceGames

/// The values of a refusal's sentence: `data.values`, by name.
///
/// A value that is also a member of `data` has the same name there.
public struct CauseValues: Sendable, Hashable {
    private(set) var members: [JSONValue.NamedValue]

    /// Adds values, or replaces those with the same names.
    public mutating func add(_ values: CauseValues) {
        members = members.filter { values[$0.name] == nil } + values.members
    }

    /// Returns the value with this name.
    public subscript(name: String) -> JSONValue? { members.value(of: name) }

    /// Returns the value with this name as a part of a sentence.
    public func text(_ name: String) -> String? {
        self[name].map(Self.text)
    }
}

extension CauseValues: ExpressibleByDictionaryLiteral {
    /// Creates values from their names; a `nil` is omitted.
    public init(dictionaryLiteral values: (String, (any JSONWritable)?)...) {
        let json = JSONWriter.object { json in
            for case (let name, let value?) in values {
                json.member(named: name, value)
            }
        }
        self = (try? JSONValue(parsing: json)).flatMap { try? Self(json: $0) } ?? Self(members: [])
    }
}

extension CauseValues: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object(let members) = json else { throw JSONMismatch(wanted: "an object") }
        self.init(members: members)
    }

    public func write(to json: inout JSONWriter) {
        JSONValue.object(members).write(to: &json)
    }

    static var wireForm: Form<Self> {
        let element = JSONSchema.oneOf([.integer(), .string(), BoxOption.wireForm.schema])
        return Form(
            schema: .map(of: .oneOf([.integer(), .boolean, .string(), .array(of: element)]))
        )
    }
}

extension CauseValues {
    /// The longest list of dice in a sentence.
    private static let shown = 8

    /// Returns a template with its placeholders replaced; `nil` if a value is missing.
    func filling(_ template: String) -> String? {
        var parts = template.split(separator: "{", omittingEmptySubsequences: false)
        var text = String(parts.removeFirst())
        for part in parts {
            let halves = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            let placeholder = halves[0].split(separator: ":", maxSplits: 1)
            guard let value = self[String(placeholder[0])] else { return nil }
            if placeholder.count == 1 {
                text += Self.text(value)
            } else {
                let forms = placeholder[1].split(separator: "|")
                text += forms[Self.isOne(value) ? 0 : 1]
            }
            text += halves[1]
        }
        return text
    }

    private static func isOne(_ value: JSONValue) -> Bool {
        if case .array(let elements) = value {
            elements.count == 1
        } else {
            value.integer == 1
        }
    }

    /// Returns a value as a part of a sentence. Of a long list of dice, only the first are shown.
    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): return text
        case .array(let elements):
            let isCut = elements.count > shown && elements[0]["box"] == nil
            let texts = (isCut ? elements.prefix(shown) : elements[...]).map(text)
            return texts.joined(separator: ", ") + (isCut ? ", …" : "")
        case .object:
            guard let option = try? BoxOption(json: value) else { return "" }
            return "\(option.box) (\(option.points))"
        case .null, .bool, .integer, .number:
            return String(decoding: value.jsonBytes(), as: UTF8.self)
        }
    }
}
