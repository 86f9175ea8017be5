internal import DiceModel

extension HelloResult: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("protocol", self.protocol)
            json.member("server", server)
            json.member("instance", instance)
            json.member("pid", pid)
        }
    }
}

extension StatusResult: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("version", version)
            json.member("pid", pid)
            json.member("uptime", uptime)
            json.member("tables", tables)
            json.member("clients", clients)
            json.member("watchers", watchers)
            json.member("animating", animating)
            json.member("seeded", seeded)
            json.member("slow", ifPresent: slow)
        }
    }
}

extension TableSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("dice", dice)
            json.member("turn", turn)
            json.member("roll", roll)
            json.member("rolling", rolling)
            json.member("watchers", watchers)
        }
    }
}

extension ListResult: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { $0.member("tables", tables) }
    }
}

extension RollResult: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("turn", turn)
            json.member("roll", roll)
            json.member("by", by)
            json.member("outcome", outcome.rawValue)
            json.member("reason", ifPresent: reason?.rawValue)
            json.member("rolled", rolled)
            json.member("dice", dice)
            json.member("total", total)
        }
    }
}

extension CancelResult: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { $0.member("cancelled", cancelled) }
    }
}
