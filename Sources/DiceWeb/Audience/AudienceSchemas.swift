import DiceWire

/// The schemas of the messages that the audience page reads, from the answer to `rpc.discover`.
enum AudienceSchemas {
    /// The schemas that the page looks up by name.
    private static let messages = [
        "Correction", "Event", "Frame", "Game", "HistoryEntry", "Rest", "Snapshot", "Throw",
        "ThrowResult",
    ]

    /// A script that exports these schemas, and those that they refer to, by name. A reference is
    /// the name alone.
    static var script: [UInt8] {
        let document = OpenRPCDocument(version: "").jsonBytes()
        let schemas = (try? JSONValue(parsing: document))?["components"]?["schemas"]
        var open = messages
        var known: [String: String] = [:]
        while let name = open.popLast() {
            guard known[name] == nil, let schema = schemas?[name] else { continue }
            let text = String(decoding: schema.jsonBytes(), as: UTF8.self)
            let parts = text.replacing("#/components/schemas/", with: "")
            known[name] = parts
            open += parts.split(separator: #""$ref":""#).dropFirst().map {
                String($0.prefix { $0 != "\"" })
            }
        }
        let members = known.sorted { $0.key < $1.key }.map { #""\#($0)":\#($1)"# }
        return Array("export const schemas = {\(members.joined(separator: ","))};\n".utf8)
    }
}
