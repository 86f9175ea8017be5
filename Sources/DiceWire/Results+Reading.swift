// The counterpart of `Results+JSON.swift`.

internal import DiceModel

extension EmptyObject: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object = json else { throw JSONMismatch(wanted: "an object") }
        self.init()
    }
}

extension HelloResult: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            protocol: try json.member("protocol"), server: try json.member("server"),
            instance: try json.member("instance"), pid: try json.member("pid"))
    }
}

extension StatusResult: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            version: try json.member("version"), pid: try json.member("pid"), uptime: try json.member("uptime"),
            tables: try json.member("tables"), clients: try json.member("clients"),
            watchers: try json.member("watchers"), animating: try json.member("animating"),
            seeded: try json.member("seeded"), slow: try json.member(ifPresent: "slow"))
    }
}

extension TableSummary: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            table: try json.member("table"), dice: try json.member("dice"), turn: try json.member("turn"),
            roll: try json.member("roll"), rolling: try json.member("rolling"), watchers: try json.member("watchers"))
    }
}

extension ListResult: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(tables: try json.member("tables"))
    }
}

extension RollResult: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            table: try json.member("table"), turn: try json.member("turn"), roll: try json.member("roll"),
            by: try json.member("by"), outcome: try json.member("outcome"),
            reason: try json.member(ifPresent: "reason"), rolled: try json.member("rolled"),
            dice: try json.member("dice"), total: try json.member("total"))
    }
}

extension CancelResult: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(cancelled: try json.member("cancelled"))
    }
}
