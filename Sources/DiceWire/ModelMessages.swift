// How the model's values stand on the wire.

public import DiceModel

extension DieState: Message {
    static let members = Members(
        component: "Die", Self.init,
        Member("die", \.die, .number),
        Member("sides", \.sides, .integer(Limits.sidesPerDie)),
        Member("value", \.value, .number),
        Member("locked", \.locked),
        Member("animating", \.animating))

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard (1...sides).contains(value) else { throw JSONMismatch(wanted: "a face of the die") }
    }

    /// As `members` say, in less time: most of what is sent are dice.
    public func write(to json: inout JSONWriter) {
        json.punctuated { json in
            json.text(#"{"die":"#)
            json.digits(die)
            json.text(#","sides":"#)
            json.digits(sides)
            json.text(#","value":"#)
            json.digits(value)
            json.text(locked ? #","locked":true"# : #","locked":false"#)
            json.text(animating ? #","animating":true}"# : #","animating":false}"#)
        }
    }
}

extension TableSnapshot: Message {
    static let members = Members(
        component: "Snapshot", Self.init,
        Member("table", \.table, .tableName),
        Member("revision", \.revision, .number),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .count),
        Member("rolling", \.rolling),
        Member("dice", \.dice, .someDice(\.die)))

    /// A whole table; `init(frame:)` reads a part of one.
    public init(json: JSONValue) throws(JSONMismatch) {
        try self.init(frame: json)
        guard Form.everyDie(\.die).isPossible(dice) else { throw JSONMismatch(wanted: "every die of the table") }
    }

    /// A table with some of its dice.
    init(frame json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
    }

    /// As `members` say, in less time: the answer to `table.get`, and every frame.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("revision", revision)
            json.member("turn", turn)
            json.member("roll", roll)
            json.member("rolling", rolling)
            json.member("dice", dice)
        }
    }
}

extension RollRecord: Message {
    static let members = Members(
        component: "RollRecord", Self.init,
        Member("roll", \.roll, .number),
        Member("by", \.by, .label),
        Member("at", \.at),
        Member("outcome", \.outcome),
        Member("rolled", \.rolled, .numbers),
        Member("values", \.values, .faces))
}

extension TurnDie: Message {
    static let members = Members(
        component: "TurnDie", Self.init,
        Member("die", \.die, .number),
        Member("sides", \.sides, .integer(Limits.sidesPerDie)),
        Member("value", \.value, .number),
        Member("locked", \.locked))

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard (1...sides).contains(value) else { throw JSONMismatch(wanted: "a face of the die") }
    }
}

extension Turn: Message {
    static let members = Members(
        component: "HistoryEntry", Self.init,
        Member("id", \.id, .number),
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("endedAt", \.endedAt),
        Member("by", \.by, .label),
        Member("rolls", \.rolls),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("total", \.total, .count),
        Member("full", \.full, Bool.wireForm, "The turn had no room for another roll."))
}

extension HistoryPage: Message {
    static let members = Members(
        component: "HistoryPage", Self.init,
        Member("entries", \.entries, .atMost(Limits.historyPage.upperBound)),
        Member("more", \.more),
        Member("damaged", \.damaged, .count, "How many entries cannot be read and are left out."))
}
