import DiceGames

/// An object of a document, with its position.
struct DocumentPart {
    private let json: JSONValue
    private let path: String

    static let needs = "{\"alike\":[3,2]}, {\"straight\":4} or {\"faces\":[1,5]}"

    init(_ json: JSONValue, _ path: String = "") throws(GameError) {
        guard case .object = json else { throw GameError(path, "a JSON object") }
        self.json = json
        self.path = path
    }

    subscript(name: String) -> JSONValue? { json[name] }

    func place(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    func fail(_ name: String, _ expected: String) -> GameError {
        GameError(place(name), expected)
    }

    func required<Value>(_ value: Value?, _ name: String, _ expected: String)
        throws(GameError)
        -> Value
    {
        guard let value else { throw fail(name, expected) }
        return value
    }

    func knows(_ names: [String]) throws(GameError) {
        guard case .object(let members) = json else { return }
        for (index, member) in members.enumerated() {
            guard names.contains(member.name) else {
                throw GameError(
                    place(String(member.name.prefix(64))),
                    "only the members \(names.joined(separator: ", "))"
                )
            }
            if members[..<index].contains(where: { $0.name == member.name }) {
                throw fail(member.name, "this member only once")
            }
        }
    }

    private func value<Value>(
        _ name: String,
        _ expected: String,
        _ read: (JSONValue) -> Value?
    ) throws(GameError) -> Value? {
        guard let json = json[name] else { return nil }
        guard let value = read(json) else { throw GameError(place(name), expected) }
        return value
    }

    func text(ifPresent name: String) throws(GameError) -> String? {
        try value(name, "a string", \.string)
    }
    func text(_ name: String) throws(GameError) -> String {
        try required(text(ifPresent: name), name, "a string")
    }

    func integer(ifPresent name: String) throws(GameError) -> Int? {
        try value(name, "a whole number", \.integer)
    }
    func integer(_ name: String) throws(GameError) -> Int {
        try required(integer(ifPresent: name), name, "a whole number")
    }

    func bool(ifPresent name: String) throws(GameError) -> Bool? {
        try value(name, "true or false") { try? Bool(json: $0) }
    }

    func texts(_ name: String) throws(GameError) -> [String] {
        try required(
            value(name, "a list of strings") { try? [String](json: $0) },
            name,
            "a list of strings"
        )
    }

    func integers(_ name: String) throws(GameError) -> [Int] {
        try required(
            value(name, "a list of whole numbers") { try? [Int](json: $0) },
            name,
            "a list of whole numbers"
        )
    }

    func part(ifPresent name: String) throws(GameError) -> DocumentPart? {
        guard let json = json[name] else { return nil }
        return try DocumentPart(json, place(name))
    }

    func parts<Value>(_ name: String, _ read: (DocumentPart) throws(GameError) -> Value)
        throws(GameError) -> [Value]
    {
        guard case .array(let elements)? = json[name] else {
            throw fail(name, "a list of objects")
        }
        var values: [Value] = []
        for (index, element) in elements.enumerated() {
            values.append(
                try read(try DocumentPart(element, "\(place(name))[\(index)]"))
            )
        }
        return values
    }

    /// Returns the objects that are the members of an object, by name; empty without that object.
    func parts<Value>(byName name: String, _ read: (DocumentPart) throws(GameError) -> Value)
        throws(GameError) -> [String: Value]
    {
        try values(byName: name) { (json, path) throws(GameError) in
            try read(try DocumentPart(json, path))
        }
    }

    /// Returns the texts that are the members of an object, by name; empty without that object.
    func texts(byName name: String) throws(GameError) -> [String: String] {
        try values(byName: name) { (json, path) throws(GameError) in
            guard let text = json.string else { throw GameError(path, "a string") }
            return text
        }
    }

    private func values<Value>(
        byName name: String,
        _ read: (JSONValue, _ path: String) throws(GameError) -> Value
    ) throws(GameError) -> [String: Value] {
        guard let json = json[name] else { return [:] }
        guard case .object(let members) = json else { throw fail(name, "a JSON object") }
        var values: [String: Value] = [:]
        for member in members {
            let path = "\(place(name)).\(member.name.prefix(64))"
            guard values[member.name] == nil else {
                throw GameError(path, "this member only once")
            }
            values[member.name] = try read(member.value, path)
        }
        return values
    }

    func needs() throws(GameError) -> Needs? {
        guard let needs = try part(ifPresent: "needs") else { return nil }
        guard case .object(let members) = needs.json, members.count == 1 else {
            throw fail("needs", Self.needs)
        }
        let value = members[0].value
        switch members[0].name {
        case "alike":
            let counts = try? [Int](json: value)
            return .alike(
                try required(
                    counts,
                    "needs",
                    "\"alike\" with a list of counts, such as [3, 2]"
                )
            )
        case "straight":
            return .straight(
                try required(
                    value.integer,
                    "needs",
                    "\"straight\" with a length, such as 4"
                )
            )
        case "faces":
            let faces = try? [Int](json: value)
            return .faces(
                try required(
                    faces,
                    "needs",
                    "\"faces\" with a list of faces, such as [1, 5]"
                )
            )
        default: throw fail("needs", Self.needs)
        }
    }

    func points() throws(GameError) -> Points {
        let expected =
            "a whole number, or {\"sum\":\"all\"}, {\"sum\":\"alike\"} or {\"sum\":1} for a face"
        if let points = self["points"]?.integer {
            return .fixed(points)
        }
        guard case .object(let members)? = self["points"], members.count == 1,
            let sum = self["points"]?["sum"]
        else {
            throw fail("points", expected)
        }
        switch sum.string {
        case "all": return .sum(.all)
        case "alike": return .sum(.alike)
        default: return .sum(.face(try required(sum.integer, "points", expected)))
        }
    }
}
