import DicePaths
import DiceWire

/// The answer to `rpc.discover`.
struct DiscoveredDocument {
    let json: JSONValue
    var checker: SchemaChecker { SchemaChecker(document: json) }

    init() throws {
        json = try JSONValue(OpenRPCDocument(version: version))
    }

    /// The Method Object.
    func method(_ method: Method) -> JSONValue? {
        json["methods"]?.elements.first { $0["name"]?.string == method.rawValue }
    }

    func schema(_ component: String) -> JSONValue {
        .object(["$ref": .string("#/components/schemas/\(component)")])
    }

    /// The names of the members that results and notifications can have, the document's own left out.
    var memberNames: Set<String> {
        let schemas = json["components"]?["schemas"]?.members.filter { $0.key != "Document" } ?? [:]
        return Set(schemas.values.flatMap(\.objects).flatMap { ($0["properties"]?.members ?? [:]).keys })
    }
}
