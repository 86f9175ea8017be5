public import DiceModel

/// What the daemon sends to a watcher unasked.
public enum Notification: Sendable, Hashable {
    case frame(Frame)
    case event(TableEvent)
    case `throw`(ThrowFrame)
    /// The tables, as they are listed now.
    case tables(ListResult)

    /// The table that it is about; empty if it is about all of them.
    public var table: String {
        switch self {
        case .frame(let frame): frame.table
        case .throw(let frame): frame.table
        case .event(let event): event.table
        case .tables: ""
        }
    }

    /// The methods of the notifications.
    public static let methods = schemas.map(\.method)

    /// The methods, and what their params are.
    static let schemas: [(method: String, schema: JSONSchema)] = [
        ("frame", Frame.wireForm.schema), ("throw", ThrowFrame.wireForm.schema), ("tables", ListResult.wireForm.schema),
        ("event", .component("Event") { TableEvent.wireForm.schema }),
    ]
}

extension Notification: JSONReadable, JSONWritable {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json["method"]?.string {
        case "frame": self = .frame(try json.member("params"))
        case "event": self = .event(try json.member("params"))
        case "throw": self = .throw(try json.member("params"))
        case "tables": self = .tables(try json.member("params"))
        default: throw JSONMismatch(wanted: "a known notification")
        }
    }

    /// Whether this version knows what `json` tells of. A newer daemon may tell of more.
    static func isKnown(_ json: JSONValue) -> Bool {
        switch json["method"]?.string {
        case "frame", "throw", "tables": true
        case "event": json["params"]?["event"]?.string.map(TableEvent.names.contains) ?? true
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
            }
        }
    }

    private func write(_ method: String, _ params: some JSONWritable, to json: inout JSONWriter) {
        json.member("method", method)
        json.member("params", params)
    }
}
