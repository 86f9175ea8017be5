import DiceWire
import Unix

/// The answer to `rpc.discover`.
struct DiscoveredDocument {
    let json: JSONValue
    var checker: SchemaChecker { SchemaChecker(document: json) }

    /// Written and parsed once for all tests.
    private static let written = Result {
        try JSONValue(OpenRPCDocument(version: version))
    }

    init() throws {
        json = try Self.written.get()
    }

    /// Returns the Method Object.
    func method(_ method: AnyMethod) -> JSONValue? {
        json["methods"]?.elements.first { $0["name"]?.string == method.name }
    }

    func schema(_ component: String) -> JSONValue {
        .object(["$ref": .string("#/components/schemas/\(component)")])
    }

    /// Returns the schema of the event with this name.
    func event(_ name: String) -> JSONValue? {
        checker.resolve("#/components/schemas/Event")?["oneOf"]?.elements
            .first { $0["properties"]?["event"]?["enum"] == .array([.string(name)]) }
    }

    /// Returns the names of the members of an object of `schema`.
    func members(of schema: JSONValue) -> Set<String> {
        let target = schema["$ref"]?.string.flatMap(checker.resolve) ?? schema
        return Set((target["properties"]?.members ?? [:]).keys)
    }

    /// Returns the same, including the members of nested objects.
    func allMembers(of schema: JSONValue) -> Set<String> {
        let target = schema["$ref"]?.string.flatMap(checker.resolve) ?? schema
        let inside = (target["properties"]?.members ?? [:]).values.map {
            allMembers(of: $0["items"] ?? $0)
        }
        let choices = (target["oneOf"]?.elements ?? []).map(allMembers)
        return (inside + choices).reduce(members(of: target)) { $0.union($1) }
    }

    /// The names of the members of results and notifications, without the document's own.
    var memberNames: Set<String> {
        let schemas =
            json["components"]?["schemas"]?.members.filter { $0.key != "Document" }
            ?? [:]
        return Set(
            schemas.values.flatMap(\.objects).flatMap {
                ($0["properties"]?.members ?? [:]).keys
            }
        )
    }
}
