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
                        json.member(named: code.reason, WireError(example: code))
                    }
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
    /// Creates an example of the error for a document, with invented details and the error's
    /// summary as the message.
    init(example code: ErrorCode) {
        self.init(
            code,
            code.summary,
            dice: code.detail == "dice" ? [1, 3] : nil,
            limit: code.detail == "limit" ? 1_000 : nil,
            supported: code.detail == "supported" ? [protocolVersion] : nil,
            param: code.detail == "param" ? "table" : nil,
            up: code.detail == "up" ? "ann" : nil
        )
        if code == .commitmentChanged {
            data.nextCommitment = String(repeating: "0c", count: 32)
        }
        if code.detail == "late" {
            data.late = true
        }
        if code == .limitExceeded {
            data.of = ExceededLimit.tables.rawValue
        }
        if code == .badExpression {
            data.offset = 3
            data.length = 1
            data.expected = ["dl", "dh"]
        }
        if code.detail == "options" {
            data.options = [BoxOption("chance", 20)]
        }
        if code == .wrongFaces {
            data.expected = ["1 to 6", "1 to 20"]
        }
        if code == .badGame {
            data.path = "boxes[3].needs"
            data.expected = ["\"alike\" is a list of counts"]
        }
    }
}
