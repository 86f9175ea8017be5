import ProgramTestSupport

/// A checker of values against the subset of JSON Schema that the document uses. It is stricter in
/// one respect: it rejects members that the schema does not name.
struct SchemaChecker {
    let document: JSON

    /// Returns the faults of `value`; empty if it is valid.
    func faults(of value: JSON, against schema: JSON, at path: String = "$")
        -> [String]
    {
        if let reference = schema["$ref"].string {
            guard let target = resolve(reference) else {
                return ["\(path): \(reference) leads nowhere"]
            }
            return faults(of: value, against: target, at: path)
        }
        if case .array(let choices) = schema["oneOf"] {
            let faults = choices.map { self.faults(of: value, against: $0, at: path) }
            let fitting = faults.count { $0.isEmpty }
            return fitting == 1
                ? []
                : ["\(path): \(fitting) of the choices fit"] + faults.flatMap(\.self)
        }
        let fits =
            switch (schema["type"].string, value) {
            case ("object", .object), ("array", .array), ("string", .string),
                ("boolean", .bool):
                true
            case ("number", .number): true
            case ("integer", .number(let number)): number == number.rounded()
            default: false
            }
        guard fits else {
            return ["\(path): no \(schema["type"].string ?? "known type")"]
        }
        return limits(value, schema, path) + members(value, schema, path)
            + elements(value, schema, path)
    }

    /// Returns the part of the document that a `$ref` names.
    func resolve(_ reference: String) -> JSON? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document) {
            $0?.members[String($1)]
        }
    }

    private func limits(_ value: JSON, _ schema: JSON, _ path: String)
        -> [String]
    {
        var faults: [String] = []
        if case .array(let words) = schema["enum"], !words.contains(value) {
            faults.append("\(path): not in \(words)")
        }
        if let number = value.double {
            if let minimum = schema["minimum"].double, number < minimum {
                faults.append("\(path): below \(minimum)")
            }
            if let maximum = schema["maximum"].double, number > maximum {
                faults.append("\(path): above \(maximum)")
            }
        }
        if let string = value.string {
            if let minimum = schema["minLength"].int, string.count < minimum {
                faults.append("\(path): too short")
            }
            if let pattern = schema["pattern"].string,
                (try? Regex(pattern).wholeMatch(in: string)) == nil
            {
                faults.append("\(path): \(string) does not match \(pattern)")
            }
        }
        return faults
    }

    private func members(_ value: JSON, _ schema: JSON, _ path: String)
        -> [String]
    {
        guard case .object(let members) = value else { return [] }
        let missing = schema["required"].strings.filter { members[$0] == nil }
        return missing.map { "\(path): \($0) is missing" }
            + members.flatMap { name, value in
                guard
                    let schema = schema["properties"].members[name]
                        ?? schema.members["additionalProperties"]
                else {
                    return ["\(path): \(name) is not described"]
                }
                return faults(of: value, against: schema, at: "\(path).\(name)")
            }
    }

    private func elements(_ value: JSON, _ schema: JSON, _ path: String)
        -> [String]
    {
        guard case .array(let elements) = value else { return [] }
        var faults: [String] = []
        if let minimum = schema["minItems"].int, elements.count < minimum {
            faults.append("\(path): too few")
        }
        if let maximum = schema["maxItems"].int, elements.count > maximum {
            faults.append("\(path): too many")
        }
        guard let schema = schema.members["items"] else {
            return faults + ["\(path): the elements are not described"]
        }
        return faults
            + elements.enumerated().flatMap {
                self.faults(
                    of: $0.element,
                    against: schema,
                    at: "\(path)[\($0.offset)]"
                )
            }
    }
}
