import DiceGames

/// The answer to `rpc.discover`: the protocol in OpenRPC 1.3.2, generated from the definitions by
/// which messages are written and read. Notifications are listed under `x-notifications`, because
/// OpenRPC has none from a server.
public struct OpenRPCDocument: WireValue {
    private let bytes: [UInt8]

    /// Creates the document, which takes milliseconds: create it once.
    ///
    /// - Parameter version: the daemon's version.
    public init(version: String) {
        var json = JSONWriter()
        Self.write(version, to: &json)
        bytes = json.bytes
    }

    public init(json: JSONValue) throws(JSONMismatch) {
        guard json["openrpc"] != nil else {
            throw JSONMismatch(wanted: "an OpenRPC document")
        }
        bytes = json.jsonBytes()
    }

    public func write(to json: inout JSONWriter) {
        json.encoded(bytes)
    }

    private static func write(_ version: String, to json: inout JSONWriter) {
        json.object { json in
            json.member("openrpc", "1.3.2")
            json.member("info") { json in
                json.member("title", "diced")
                json.member("version", version)
                json.member(
                    "description",
                    "Tables of dice over a Unix socket; dice-protocol(7) is its manual."
                )
            }
            json.member("methods", objects: MethodTable.daemon.methods) {
                $0.describe(to: &$1)
            }
            json.member("components") { json in
                json.member("schemas") { json in
                    for (name, schema) in schemas {
                        json.member(named: name, schema)
                    }
                }
                json.member("errors") { json in
                    for code in ErrorCode.allCases {
                        let cause = Cause.allCases.first { $0.code == code }
                        var example = WireError(example: cause ?? .internalError)
                        example.message = code.summary
                        json.member(named: code.reason, example)
                    }
                }
                json.member("x-causes", objects: Cause.allCases) { cause, json in
                    json.member("cause", cause.rawValue)
                    json.member("reason", cause.reason)
                    json.member("message", "\(cause.row.what); \(cause.row.advice)")
                    json.member("values", cause.values)
                }
            }
            json.member("x-notifications", objects: Notification.schemas) {
                notification,
                json in
                json.member("name", notification.method)
                json.member("schema", notification.schema)
            }
        }
    }

    /// The named schemas that results, notifications and errors consist of.
    static var schemas: [(name: String, schema: JSONSchema)] {
        var known: [(name: String, schema: JSONSchema)] = []
        for method in MethodTable.daemon.methods {
            method.result().schema.collectComponents(into: &known)
            for param in method.params {
                param.schema.collectComponents(into: &known)
            }
        }
        for notification in Notification.schemas {
            notification.schema.collectComponents(into: &known)
        }
        WireError.Details.wireForm.schema.collectComponents(into: &known)
        return known
    }

    private static let schema = JSONSchema.component("Document") {
        let info = JSONSchema.object([
            Property(name: "title", schema: .string()),
            Property(name: "version", schema: .string()),
        ])
        let names = JSONSchema.enumeration(MethodTable.daemon.methods.map(\.name))
        return .object([
            Property(name: "openrpc", schema: .string(.pattern(#"^1\.3\.\d+$"#))),
            Property(name: "info", schema: info),
            Property(
                name: "methods",
                schema: .array(of: .object([Property(name: "name", schema: names)]))
            ),
        ])
    }

    static var wireForm: Form<Self> { Form(schema: schema) }
}

extension Method where Params == EmptyObject, Result == OpenRPCDocument {
    public static var discover: Self {
        Self(
            "rpc.discover",
            "Describes every method, notification and error as an OpenRPC document.",
            result: "document",
            isSafeToRepeat: true
        )
    }
}

extension AnyMethod {
    /// Writes the members of an OpenRPC Method Object.
    fileprivate func describe(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("summary", summary)
        json.member("paramStructure", "by-name")
        json.member("params", objects: params) { param, json in
            json.member("name", param.name)
            json.member("summary", param.summary)
            json.member("required", param.isRequired)
            json.member("schema", param.schema)
        }
        let result = result()
        json.member("result") { json in
            json.member("name", result.name)
            json.member("required", true)
            json.member("schema", result.schema)
        }
        json.member("errors", objects: errors) {
            $1.member("$ref", "#/components/errors/\($0.reason)")
        }
    }
}

extension WireError {
    /// Creates an example of a refusal, with invented values.
    public init(example cause: Cause) {
        let place = cause == .badExpression ? ["length", "expected"] : []
        let detail = [cause.code.detail].compactMap(\.self)
        self.init(cause, .samples(cause.values + detail + place))
    }
}

extension CauseValues {
    /// Returns invented values with these names.
    static func samples(_ names: [String]) -> CauseValues {
        CauseValues(members: all.members.filter { names.contains($0.name) })
    }

    private static let all: CauseValues = [
        "actual": 70, "asked": 2, "byte": 3, "bytes": 300_000, "count": 1_001,
        "dice": [1, 3], "die": 1, "entry": 7, "expected": ["1 to 6", "1 to 20"], "face": 2,
        "late": true, "length": 1, "limit": 1_000, "megabytes": 1, "member": "id",
        "method": "table.rol",
        "methods": ["link.make", "link.revoke"], "minimum": 300, "most": 16, "name": "attack",
        "names": ["ann", "bo"], "nextCommitment": String(repeating: "0c", count: 32),
        "offset": 3, "options": [BoxOption("chance", 20)], "owner": "ann", "param": "table",
        "params": "\"table\", \"dice\"", "part": "a name", "path": "boxes[3].needs",
        "player": "ann", "players": ["ann", "bo"], "problem": "the file is missing",
        "program": "diced",
        "retryAfter": 20, "rule": "a whole number from 1", "settings": ["dice"],
        "size": "1 MiB", "speaks": 1, "supported": [protocolVersion], "table": "night",
        "throw": 5, "thrower": "ann", "type": "CancellationError", "up": "ann",
        "wanted": "a value",
    ]
}
