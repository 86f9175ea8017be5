// How the model's values stand on the wire. Their names are those of their properties, so that Decodable reads them.

public import DiceModel

extension DieState: JSONWritable {
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

extension TableSnapshot: JSONWritable {
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

extension RollRecord: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("roll", roll)
            json.member("by", by)
            json.member("at", at.description)
            json.member("outcome", outcome.rawValue)
            json.member("rolled", rolled)
            json.member("values", values)
        }
    }
}

extension TurnDie: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("die", die)
            json.member("sides", sides)
            json.member("value", value)
            json.member("locked", locked)
        }
    }
}

extension Turn: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("table", table)
            json.member("turn", turn)
            json.member("endedAt", endedAt.description)
            json.member("by", by)
            json.member("rolls", rolls)
            json.member("dice", dice)
            json.member("total", total)
        }
    }
}

extension HistoryPage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("entries", entries)
            json.member("more", more)
        }
    }
}
