internal import DiceModel

extension TableEvent: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            table: try json.member("table"), revision: try json.member("revision"),
            by: try json.member(ifPresent: "by"), kind: try Kind(json))
    }
}

extension TableEvent.Kind {
    fileprivate init(_ json: JSONValue) throws(JSONMismatch) {
        switch json["event"]?.string {
        case "rollStarted": self = .rollStarted(rolled: try json.member("rolled"))
        case "rollSettled":
            self = .rollSettled(
                rolled: try json.member("rolled"), outcome: try json.member("outcome"),
                reason: try json.member(ifPresent: "reason"), dice: try json.member("dice"),
                total: try json.member("total"))
        case "lockChanged": self = .lockChanged(dice: try json.member("dice"))
        case "turnEnded": self = .turnEnded(try json.member("entry"))
        case "tableDeleted": self = .tableDeleted
        case "serverStopping": self = .serverStopping
        default: throw JSONMismatch(wanted: "a known event")
        }
    }
}

extension Notification: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json["method"]?.string {
        case "frame": self = .frame(try json.member("params"))
        case "event": self = .event(try json.member("params"))
        default: throw JSONMismatch(wanted: "a known notification")
        }
    }
}
