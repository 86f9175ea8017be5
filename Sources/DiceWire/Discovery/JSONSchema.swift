/// As much of JSON Schema (draft 7) as describes the values of the protocol.
indirect enum JSONSchema: Sendable {
    case boolean
    case integer(ClosedRange<Int>? = nil)
    case string(String.Form = .any)
    /// One of these strings.
    case words([String])
    case array(of: JSONSchema, count: ClosedRange<Int>? = nil)
    case object([Property])
    case oneOf([JSONSchema])
    case component(Component)

    /// A member of an object.
    struct Property: Sendable {
        var name: String
        var schema: JSONSchema
        var isRequired = true

        /// A member that is always there.
        static func always(_ name: String, _ schema: JSONSchema) -> Property {
            Property(name: name, schema: schema)
        }

        /// A member that may be left out.
        static func sometimes(_ name: String, _ schema: JSONSchema) -> Property {
            Property(name: name, schema: schema, isRequired: false)
        }
    }

    /// A whole number that counts something.
    static let count = JSONSchema.integer(0...Int.max)
    /// A whole number that begins at one.
    static let number = JSONSchema.integer(1...Int.max)
}

extension String {
    /// What a string of the protocol looks like.
    enum Form: Sendable {
        case any
        /// A regular expression for the whole of it.
        case pattern(String)
        /// A rule in words, for a string that is never empty.
        case described(String)
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
                json.member("maximum", ifPresent: range.flatMap { $0.upperBound == Int.max ? nil : $0.upperBound })
            case .string(let form):
                json.member("type", "string")
                form.write(to: &json)
            case .words(let words):
                json.member("type", "string")
                json.member("enum", words)
            case .array(let element, let count):
                json.member("type", "array")
                json.member("items", element)
                json.member("minItems", ifPresent: count?.lowerBound)
                json.member("maxItems", ifPresent: count.flatMap { $0.upperBound == Int.max ? nil : $0.upperBound })
            case .object(let properties):
                json.member("type", "object")
                json.member("required", properties.filter(\.isRequired).map(\.name))
                json.name("properties")
                json.object { json in
                    for property in properties { json.member(named: property.name, property.schema) }
                }
            case .oneOf(let schemas): json.member("oneOf", schemas)
            case .component(let component): json.member("$ref", component.reference)
            }
        }
    }
}

extension String.Form {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .any: break
        case .pattern(let pattern): json.member("pattern", pattern)
        case .described(let rule):
            json.member("minLength", 1)
            json.member("description", rule)
        }
    }
}
