import DiceModel

/// The subset of JSON Schema (draft 7) that describes the protocol's values.
indirect enum JSONSchema: Sendable {
    case boolean
    case integer(ClosedRange<Int>? = nil)
    /// Any number, with or without a fraction.
    case real(ClosedRange<Double>)
    case string(Text = .any)
    /// One of these strings.
    case enumeration([String])
    case array(of: JSONSchema, count: ClosedRange<Int>? = nil)
    case object([Property])
    /// An object with arbitrary names whose values all have this schema.
    case map(of: JSONSchema)
    case oneOf([JSONSchema])
    /// A named schema of the document.
    case component(String, @Sendable () -> JSONSchema)

    /// The format of a string.
    enum Text: Sendable {
        case any
        /// A regular expression that matches the whole string.
        case pattern(String)
        /// A rule in prose, for a string that is never empty.
        case described(String)
    }

    /// An integer from 1.
    static let number = JSONSchema.integer(1...Int.max)

    static let tableName = component("TableName") {
        .string(.pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))
    }
    static let label = component("Label") { .string(.described(PlayerLabel.rule)) }
    static let rollName = component("RollName") {
        .string(.pattern("^[A-Za-z][A-Za-z0-9_-]{0,63}$"))
    }
    static let throwGroup = component("ThrowGroup") {
        .string(.pattern("^[A-Za-z0-9-]{1,\(ThrowGroup.maxLength)}$"))
    }
    static let timestamp = component("Timestamp") {
        .string(.pattern(#"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"#))
    }

    /// Adds the components that this schema refers to, directly or indirectly, to `known`, without
    /// duplicates.
    func collectComponents(into known: inout [(name: String, schema: JSONSchema)]) {
        switch self {
        case .boolean, .integer, .real, .string, .enumeration: break
        case .array(let element, _): element.collectComponents(into: &known)
        case .map(let value): value.collectComponents(into: &known)
        case .object(let properties):
            for property in properties {
                property.schema.collectComponents(into: &known)
            }
        case .oneOf(let schemas):
            for schema in schemas { schema.collectComponents(into: &known) }
        case .component(let name, let make):
            guard !known.contains(where: { $0.name == name }) else { return }
            let schema = make()
            known.append((name, schema))
            schema.collectComponents(into: &known)
        }
    }
}

extension JSONSchema: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .boolean: json.member("type", "boolean")
            case .integer(let range):
                json.member("type", "integer")
                json.member("minimum", ifPresent: range?.lowerBound)
                json.member(
                    "maximum",
                    ifPresent: range.flatMap {
                        $0.upperBound == Int.max ? nil : $0.upperBound
                    }
                )
            case .real(let range):
                json.member("type", "number")
                json.member("minimum", range.lowerBound)
                if range.upperBound.isFinite {
                    json.member("maximum", range.upperBound)
                }
            case .string(let text):
                json.member("type", "string")
                switch text {
                case .any: break
                case .pattern(let pattern): json.member("pattern", pattern)
                case .described(let rule):
                    json.member("minLength", 1)
                    json.member("description", rule)
                }
            case .enumeration(let words):
                json.member("type", "string")
                json.member("enum", words)
            case .array(let element, let count):
                json.member("type", "array")
                json.member("items", element)
                json.member("minItems", ifPresent: count?.lowerBound)
                json.member(
                    "maxItems",
                    ifPresent: count.flatMap {
                        $0.upperBound == Int.max ? nil : $0.upperBound
                    }
                )
            case .map(let value):
                json.member("type", "object")
                json.member("additionalProperties", value)
            case .object(let properties):
                json.member("type", "object")
                json.member("required", properties.filter(\.isRequired).map(\.name))
                json.member("properties") { json in
                    for property in properties {
                        json.member(named: property.name, property.schema)
                    }
                }
            case .oneOf(let schemas): json.member("oneOf", schemas)
            case .component(let name, _):
                json.member("$ref", "#/components/schemas/\(name)")
            }
        }
    }
}
