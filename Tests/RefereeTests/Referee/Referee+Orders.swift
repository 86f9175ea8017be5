import ProgramTestSupport

// Requests, and whether they must be granted.

extension Referee {
    /// Decides whether a request must be granted, and checks its effects.
    mutating func judge(_ request: Order) throws(Objection) {
        guard let seat = seats[request.connection] else {
            throw .wrong("nobody is there to ask")
        }
        try drain()
        table?.lastConnected[seat.name(of: request)] = now
        if request.method == "table.prune" {
            return try prune(request, seat)
        }
        let reply = step.replies[request.id]
        let refusals =
            table?.refusals(of: request, from: seat, known, now: now) ?? Refusals()
        let what = "\(request.method) \(request.params.text)"
        if let reason = reply?["error"]["data"]["reason"].string {
            guard refusals.must.union(refusals.may).contains(reason) else {
                let right =
                    refusals.must.isEmpty
                    ? "it must be granted" : "it must be for \(refusals.must.sorted())"
                throw .wrong("\(what) is refused for \(reason), and \(right)")
            }
            if reason == "commitmentChanged" {
                try end(.full, by: seat.name(of: request))
            }
            let isLate = table?.late.contains { promise in
                promise.connection == request.connection
                    && known.secrets[request.params["entropy"].string ?? ""]
                        == promise.commitment
            }
            if request.method == "table.reveal", isLate == true {
                try same(reply?["error"]["data"]["late"] ?? .null, true, "late")
            }
            return
        }
        let isLong = ["table.roll", "table.throw"].contains(request.method)
        if reply == nil, !isLong || !refusals.must.isEmpty {
            throw .missing("the reply to \(what)")
        }
        guard refusals.must.isEmpty else {
            throw .wrong(
                "\(what) is granted, and must be refused for \(refusals.must.sorted())"
            )
        }
        try grant(request)
    }

    private mutating func grant(_ request: Order) throws(Objection) {
        let params = request.params
        var answer = JSON.null
        switch request.method {
        case "table.create":
            let rules = Table.game(params, known.games)
            table = Table(
                params["table"].string ?? "",
                rules?["dice"].ints ?? params["dice"].ints
            )
            table?.configure(params, known.games)
            step.states = table.map { [$0] } ?? []
        case "table.roll": return try roll(request)
        case "table.throw":
            throwCount += 1
            due[request.id] = Due(request: request, from: 0, isReady: false)
            return
        case _ where request.isLockChange: try lock(request)
        case "table.cancel" where params["throw"] == .null:
            answer = try current.flight == nil ? ["cancelled": []] : .null
            table?.flight?.end = ("cancelled", "cancel")
            try drain()
        case "table.endTurn":
            try end(
                .asked(box: params["box"].string),
                by: seats[request.connection]?.name(of: request) ?? ""
            )
            let event =
                step.told.last { $0.event["event"] == "turnEnded" }?.event ?? .null
            answer = event["entry"]
            answer["nextCommitment"] = event["nextCommitment"]
            answer["up"] = event["up"]
        case "table.correct": answer = try correct(request)
        case "table.game":
            answer = ["document": try current.match?.rules.document ?? .null]
        case "table.configure" where try !current.joining(params).isEmpty:
            for name in try current.joining(params) {
                // The entry of the first turn lists the players.
                guard try current.match?.isBegun == true else {
                    _ = table?.rest(name, .joins)
                    _ = before?.rest(name, .joins)
                    continue
                }
                try rest(
                    name,
                    .joins,
                    by: seats[request.connection]?.name(of: request) ?? ""
                )
            }
            try change(current)
        case "table.rest":
            let player = params["player"].string ?? ""
            let rests = params["rests"].isTrue
            guard try current.isRestChange(player, rests) else { break }
            try rest(
                player,
                rests ? .rests : .back,
                by: seats[request.connection]?.name(of: request) ?? ""
            )
        case "table.configure":
            var next = try current
            next.configure(params, known.games)
            if try next.isOther(than: current) {
                try change(next)
            }
        case "table.newGame": try newGame(request)
        case "table.contribute":
            let commitment = params["commitment"].string ?? ""
            let by = seats[request.connection]?.name(of: request) ?? ""
            if commitment.isEmpty {
                leave(request.connection, "absent")
            } else {
                table?.promise(
                    Table.Promise(
                        connection: request.connection,
                        by: by,
                        commitment: commitment
                    )
                )
            }
            answer = ["contributors": .array(try current.contributors)]
        case "table.reveal":
            table?.asked?.reveals[request.connection] = params["entropy"].string
        case "table.unwatch":
            seats[request.connection]?.view = nil
            leave(request.connection, "absent")
        case "session.confine":
            seats[request.connection]?.isConfined = true
            seats[request.connection]?.name = params["as"].string
            seats[request.connection]?.mayOnlyWatch = params["role"] == "watch"
        case "server.backup":
            let isStill = table?.flight == nil && table?.asked == nil
            if let table = isStill ? table : before {
                backup = (table, entries, matches, throwCount)
            }
        default: break
        }
        if let table {
            step.states.append(table)
        }
        due[request.id] = Due(
            request: request,
            from: max(step.states.count - 1, 0),
            answer: answer
        )
    }
}

extension Referee {
    /// Judges a request to delete archived entries, and removes them.
    private mutating func prune(_ request: Order, _ seat: Seat) throws(Objection) {
        guard let reply = step.replies[request.id] else {
            throw .missing("the reply to \(request.method)")
        }
        let last = request.params["last"].int ?? 0
        let reason = try whyNotPruned(request.params, seat)
        try same(
            reply["error"]["data"]["reason"],
            JSON(reason),
            "why \(request.params.text) is not pruned"
        )
        guard reason == nil else { return }
        let gone = last > archivedLast ? entries.keys.filter { $0 <= last } : []
        var next = try current
        if !gone.isEmpty {
            next.archived = [
                "entries": JSON((next.archived["entries"].int ?? 0) + gone.count),
                "last": JSON(last),
                "chain": request.params["chain"],
                "at": entries[last]?["endedAt"] ?? .null,
            ]
            for id in gone {
                entries[id] = nil
            }
            try change(next)
        }
        let right: JSON = ["pruned": JSON(gone.count), "archived": next.archived]
        try same(reply["result"], right, "what is pruned")
    }

    private var archivedLast: Int { table?.archived["last"].int ?? 0 }

    private func whyNotPruned(_ params: JSON, _ seat: Seat) throws(Objection)
        -> String?
    {
        if seat.isConfined {
            return "notAllowed"
        }
        let last = params["last"].int ?? 0
        let archived = try current.archived
        if last == 0 || last == archivedLast && params["chain"] == archived["chain"] {
            return nil
        }
        guard let entry = entries[last], entry["chain"] == params["chain"] else {
            return "invalidParams"
        }
        for (id, entry) in entries where id <= last {
            let isOpen =
                switch entry["kind"] {
                case "turn": try isOpen(turn: entry["turn"].int ?? 0)
                case "rest": try isOpen(rest: entry)
                default: false
                }
            if isOpen {
                return "gameOpen"
            }
        }
        return nil
    }

    /// Returns true if a rest belongs to the match in progress.
    private func isOpen(rest entry: JSON) throws(Objection) -> Bool {
        guard let match = try current.match, !match.isOver else { return false }
        return entry["match"].int == match.number
    }

    /// Returns true if a turn belongs to the match in progress, or may still be corrected.
    private func isOpen(turn: Int) throws(Objection) -> Bool {
        let table = try current
        guard let match = table.match else { return false }
        if !match.isOver {
            return turn >= table.turn - match.turns
        }
        return table.corrector != nil && turn == table.turn - 1
    }
}
