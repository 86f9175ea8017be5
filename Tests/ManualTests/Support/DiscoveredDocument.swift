import DiceWire
import ProgramTestSupport
import Testing
import Unix

/// The answer to `rpc.discover`.
struct DiscoveredDocument {
    let json: JSON
    var checker: SchemaChecker { SchemaChecker(document: json) }

    /// Written and parsed once for all tests.
    private static let written = Result {
        try #require(JSON(OpenRPCDocument(version: version).jsonBytes()))
    }

    init() throws {
        json = try Self.written.get()
    }

    /// Returns the Method Object.
    func method(_ method: AnyMethod) -> JSON? {
        json["methods"].array.first { $0["name"].string == method.name }
    }

    func schema(_ component: String) -> JSON {
        .object(["$ref": .string("#/components/schemas/\(component)")])
    }

    /// Returns the schema of the event with this name.
    func event(_ name: String) -> JSON? {
        json["components"]["schemas"]["Event"]["oneOf"].array
            .first { $0["properties"]["event"]["enum"].strings == [name] }
    }

    /// Returns the names of the members of an object of `schema`.
    func members(of schema: JSON) -> Set<String> {
        let target = schema["$ref"].string.flatMap(checker.resolve) ?? schema
        return target["properties"].names
    }

    /// Returns the same, including the members of nested objects.
    func allMembers(of schema: JSON) -> Set<String> {
        let target = schema["$ref"].string.flatMap(checker.resolve) ?? schema
        let inside = target["properties"].members.values.map {
            allMembers(of: $0.members["items"] ?? $0)
        }
        let choices = target["oneOf"].array.map(allMembers)
        return (inside + choices).reduce(members(of: target)) { $0.union($1) }
    }

    /// The names of the members of results and notifications, without the document's own.
    var memberNames: Set<String> {
        let schemas = json["components"]["schemas"].without("Document")
        return Set(schemas.objects.flatMap { $0["properties"].names })
    }
}
