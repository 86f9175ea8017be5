public import DiceModel

/// A message that the daemon sends besides answers, to a watcher or during a client's request.
public enum Notification: Sendable, Hashable {
    case frame(Frame)
    case event(TableEvent)
    case `throw`(ThrowFrame)
    /// The current list of tables.
    case tables(ListResult)
    /// A part of a copy that this client requested.
    case backup(BackupPart)
    /// The progress of a request that this client has made.
    case progress(RequestProgress)

    /// The table of the notification; empty if it has none or concerns all tables.
    public var table: String {
        switch self {
        case .frame(let frame): frame.table
        case .throw(let frame): frame.table
        case .event(let event): event.table
        case .tables, .backup, .progress: ""
        }
    }

    /// The methods of all notifications.
    public static let methods = schemas.map(\.method)

    /// The methods, with the schemas of their params.
    static let schemas: [(method: String, schema: JSONSchema)] = [
        ("frame", Frame.wireForm.schema),
        ("throw", ThrowFrame.wireForm.schema),
        ("tables", ListResult.wireForm.schema),
        ("event", .component("Event") { TableEvent.wireForm.schema }),
        ("backup", BackupPart.wireForm.schema),
        ("progress", RequestProgress.wireForm.schema),
    ]
}

extension Notification: JSONReadable, JSONWritable {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json["method"]?.string {
        case "frame": self = .frame(try json.member("params"))
        case "event": self = .event(try json.member("params"))
        case "throw": self = .throw(try json.member("params"))
        case "tables": self = .tables(try json.member("params"))
        case "backup": self = .backup(try json.member("params"))
        case "progress": self = .progress(try json.member("params"))
        default: throw JSONMismatch(wanted: "a known notification")
        }
    }

    /// Returns true if this version knows the notification. A newer daemon may send others.
    static func isKnown(_ json: JSONValue) -> Bool {
        switch json["method"]?.string {
        case "frame", "throw", "tables", "backup", "progress": true
        case "event":
            json["params"]?["event"]?.string.map(TableEvent.names.contains) ?? true
        default: false
        }
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("jsonrpc", "2.0")
            switch self {
            case .frame(let frame): write("frame", frame, to: &json)
            case .throw(let frame): write("throw", frame, to: &json)
            case .tables(let list): write("tables", list, to: &json)
            case .event(let event): write("event", event, to: &json)
            case .backup(let part): write("backup", part, to: &json)
            case .progress(let progress): write("progress", progress, to: &json)
            }
        }
    }

    private func write(
        _ method: String,
        _ params: some JSONWritable,
        to json: inout JSONWriter
    ) {
        json.member("method", method)
        json.member("params", params)
    }
}
