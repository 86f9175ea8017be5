internal import DiceModel

/// The answer to `rpc.discover`: the protocol after the OpenRPC specification 1.3.2, made from the definitions that
/// messages are written and read with. Notifications stand under `x-notifications`, as OpenRPC knows none from a server.
public struct OpenRPCDocument: Sendable {
    /// The daemon's.
    public var version: String

    public init(version: String) {
        self.version = version
    }
}

extension OpenRPCDocument: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("openrpc", "1.3.2")
            json.member("info") { json in
                json.member("title", "diced")
                json.member("version", version)
                json.member("description", "Tables of dice over a Unix socket; dice-protocol(7) is its manual.")
            }
            json.member("methods", objects: Method.allCases) { $0.describe(to: &$1) }
            json.member("components") { json in
                json.member("schemas") { json in
                    for (name, schema) in Self.schemas { json.member(named: name, schema) }
                }
                json.member("errors") { json in
                    for code in ErrorCode.allCases { json.member(named: code.reason, WireError(example: code)) }
                }
            }
            json.member("x-notifications", objects: Notification.methods) { method, json in
                json.member("name", method)
                let component =
                    switch method {
                    case "frame": Frame.members.component
                    case "throw": ThrowFrame.members.component
                    case "tables": ListResult.members.component
                    default: Self.event
                    }
                json.member("schema", JSONSchema.component(component))
            }
        }
    }

    // The names of schemas that are no message's.
    static let component = "Document"
    private static let event = "Event"

    /// The named schemas: the values that results and notifications are made of.
    static var schemas: [(name: String, schema: JSONSchema)] {
        let messages: [any Message.Type] = [
            EmptyObject.self, HelloResult.self, ConfineParams.self, StatusResult.self, DieState.self,
            TableSnapshot.self, Frame.self, DiePlan.self, Flight.self, TableSummary.self,
            ListResult.self, RollResult.self, CancelResult.self, BackupResult.self, RollRecord.self, TurnDie.self,
            Turn.self,
            ThrowDie.self, ThrowResult.self, FlyingDie.self, ThrowFrame.self, HistoryPage.self,
            Contributor.self, ContributeResult.self, FaceCounts.self, FaceStatistics.self, SavedRoll.self,
            SavedRolls.self,
        ]
        return [
            ("TableName", .string(.pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))),
            ("Label", .string(.described(PlayerLabel.rule))),
            ("RollName", .string(.pattern("^[A-Za-z][A-Za-z0-9_-]{0,63}$"))),
            ("Timestamp", .string(.pattern(#"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"#))),
        ] + messages.map { $0.named } + [
            (event, TableEvent.wireForm.schema),
            WireError.Details.named,
            (component, schema),
        ]
    }

    private static var schema: JSONSchema {
        let info = JSONSchema.object([
            Property(name: "title", schema: .string()), Property(name: "version", schema: .string()),
        ])
        let method = JSONSchema.object([Property(name: "name", schema: .words(Method.allCases.map(\.rawValue)))])
        return .object([
            Property(name: "openrpc", schema: .string(.pattern(#"^1\.3\.\d+$"#))), Property(name: "info", schema: info),
            Property(name: "methods", schema: .array(of: method)),
        ])
    }
}

extension Message {
    /// The schema, by its name in the document.
    fileprivate static var named: (name: String, schema: JSONSchema) {
        (members.component, .object(members.properties))
    }
}

extension Method {
    /// Writes the members of an OpenRPC Method Object.
    fileprivate func describe(to json: inout JSONWriter) {
        json.member("name", rawValue)
        json.member("summary", summary)
        json.member("paramStructure", "by-name")
        json.member("params", objects: params) { param, json in
            json.member("name", param.name)
            json.member("summary", param.summary)
            json.member("required", param.isRequired)
            json.member("schema", param.schema)
        }
        json.member("result") { json in
            json.member("name", result.name)
            json.member("required", true)
            json.member("schema", result.schema)
        }
        json.member("errors", objects: errors) { $1.member("$ref", "#/components/errors/\($0.reason)") }
    }
}

extension WireError {
    /// The error as a document shows it: made-up details, and its summary in place of a message.
    init(example code: ErrorCode) {
        self.init(
            code, code.summary, dice: code.detail == "dice" ? [1, 3] : nil, limit: code.detail == "limit" ? 1_000 : nil,
            supported: code.detail == "supported" ? [protocolVersion] : nil,
            param: code.detail == "param" ? "table" : nil, up: code.detail == "up" ? "ann" : nil)
        if code == .commitmentChanged { data.nextCommitment = String(repeating: "0c", count: 32) }
        if code == .badExpression { (data.offset, data.length, data.expected) = (3, 1, ["dl", "dh"]) }
    }
}
