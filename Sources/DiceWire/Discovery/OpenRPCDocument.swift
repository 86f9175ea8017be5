/// The answer to `rpc.discover`: the protocol after the OpenRPC specification 1.3.2, made from the definitions that
/// requests are decoded with. Notifications stand under `x-notifications`, as OpenRPC knows none from a server.
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
            json.name("info")
            json.object { json in
                json.member("title", "diced")
                json.member("version", version)
                json.member("description", "Tables of dice over a Unix socket; dice-protocol(7) is its manual.")
            }
            json.member("methods", Method.allCases.map(DescribedMethod.init))
            json.name("components")
            json.object { json in
                json.name("schemas")
                json.object { json in
                    for component in Component.allCases { json.member(named: component.rawValue, component.schema) }
                }
                json.name("errors")
                json.object { json in
                    for code in ErrorCode.allCases { json.member(named: code.reason, WireError(example: code)) }
                }
            }
            json.member("x-notifications", Notification.methods.map(DescribedNotification.init))
        }
    }
}

extension WireError {
    /// The error as a document shows it: made-up details, and its summary in place of a message.
    init(example code: ErrorCode) {
        self.init(
            code, code.summary, dice: code.detail == "dice" ? [1, 3] : nil, limit: code.detail == "limit" ? 1_000 : nil,
            supported: code.detail == "supported" ? [protocolVersion] : nil,
            param: code.detail == "param" ? "table" : nil)
    }
}
