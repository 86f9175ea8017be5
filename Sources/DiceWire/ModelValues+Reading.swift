// The counterpart of `ModelValues+JSON.swift`.

public import DiceModel

extension RollOutcome: JSONReadable {}
extension CancelReason: JSONReadable {}

extension Timestamp: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let text = json.string, let time = Timestamp(text) else { throw JSONMismatch(wanted: "a time") }
        self = time
    }
}

extension DieState: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            die: try json.member("die"), sides: try json.member("sides"), value: try json.member("value"),
            locked: try json.member("locked"), animating: try json.member("animating"))
    }
}

extension TableSnapshot: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            table: try json.member("table"), revision: try json.member("revision"), turn: try json.member("turn"),
            roll: try json.member("roll"), rolling: try json.member("rolling"), dice: try json.member("dice"))
    }
}

extension RollRecord: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            roll: try json.member("roll"), by: try json.member("by"), at: try json.member("at"),
            outcome: try json.member("outcome"), rolled: try json.member("rolled"), values: try json.member("values"))
    }
}

extension TurnDie: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            die: try json.member("die"), sides: try json.member("sides"), value: try json.member("value"),
            locked: try json.member("locked"))
    }
}

extension Turn: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(
            id: try json.member("id"), table: try json.member("table"), turn: try json.member("turn"),
            endedAt: try json.member("endedAt"), by: try json.member("by"), rolls: try json.member("rolls"),
            dice: try json.member("dice"), total: try json.member("total"))
    }
}

extension HistoryPage: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        self.init(entries: try json.member("entries"), more: try json.member("more"))
    }
}
