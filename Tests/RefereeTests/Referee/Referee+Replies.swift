import ProgramTestSupport

// The messages to each connection.

extension Referee {
    /// Checks a line, or an element of a batch's reply.
    mutating func check(_ message: JSON, to connection: Int, isOfBatch: Bool = false)
        throws(Objection)
    {
        let params = message["params"]
        switch message["method"] {
        case "frame":
            try revise(connection, params["revision"])
            try check(frame: params, connection)
        case "event":
            try revise(connection, params["revision"])
            try check(event: params, connection)
        case "throw":
            try revise(connection, params["revision"])
        case "tables": break
        default: try check(reply: message, connection, isOfBatch)
        }
    }

    private mutating func revise(_ connection: Int, _ told: JSON) throws(Objection) {
        guard let revision = told.int, let last = seats[connection]?.revision else {
            return
        }
        guard revision >= last else {
            throw .wrong("the revision goes down from \(last) to \(revision)")
        }
        seats[connection]?.revision = revision
    }

    private mutating func check(frame: JSON, _ connection: Int) throws(Objection) {
        try knows(
            frame,
            ["table", "revision", "turn", "roll", "rolling", "dice"],
            "frame"
        )
        let state = step.states.last {
            JSON($0.turn) == frame["turn"] && JSON($0.rolls.count) == frame["roll"]
        }
        guard let state, var view = seats[connection]?.view else {
            throw .wrong(
                "a frame of roll \(frame["roll"].text) of turn \(frame["turn"].text) comes at another time"
            )
        }
        view.turn = state.turn
        view.roll = state.rolls.count
        for die in frame["dice"].array {
            view.dice[die["die"].int ?? 0] = die
        }
        try same(
            frame["rolling"],
            .bool(view.dice.values.contains { $0["animating"].isTrue }),
            "frame.rolling"
        )
        seats[connection]?.view = view
        try learn(frame["dice"].array, state)
    }

    /// From dice that are seen at rest, learns the faces that history must show.
    private mutating func learn(_ dice: [JSON], _ state: Table) throws(Objection) {
        guard let flight = state.flight, let roll = state.rolls.last else { return }
        for die in dice where die["animating"] == false {
            guard let number = die["die"].int, let face = die["value"].int,
                flight.rolled.contains(number)
            else {
                continue
            }
            guard
                now - flight.since >= 0.5 / state.pace || flight.end != nil
                    || table?.flight == nil
            else {
                throw .wrong("die \(number) is at rest before its time")
            }
            if table?.turn == state.turn,
                table?.rolls.indices.contains(roll.number - 1) == true
            {
                if table?.flight?.request == flight.request {
                    table?.flight?.settled[number] = face
                } else if let right = table?.rolls[roll.number - 1].values[number - 1],
                    right != face
                {
                    throw .wrong(
                        "die \(number) showed \(face) at rest, and history says \(right)"
                    )
                }
            }
        }
    }

    private mutating func check(event: JSON, _ connection: Int) throws(Objection) {
        switch event["event"] {
        case "watchersChanged", "serverStopping": return
        case "mayChanged":
            return try check(may: event["may"], to: connection, at: current, after: "mayChanged")
        case "contributorsChanged":
            let right = (step.states + [try current]).map {
                JSON.array($0.contributors)
            }
            if !(lists + right).contains(event["contributors"]) {
                try same(event["contributors"], right[0], "contributors")
            }
            return
        case "throwEnded":
            if let id = event["entry"]["id"].int {
                entries[id] = event["entry"]
            }
            return
        case "throwShown": return
        default: break
        }
        let index = step.seen[connection] ?? 0
        guard step.told.indices.contains(index) else {
            throw .wrong("connection \(connection) is told of \(event.text)")
        }
        step.seen[connection] = index + 1
        var told = event
        var right = step.told[index].event
        let state = step.states[step.told[index].state]
        if seats[connection]?.isPlanned == true, told["event"] == "rollStarted" {
            if told["plan"] != .null {
                try start(told, state, connection)
            }
            told["plan"] = .null
            told["roll"] = .null
        }
        if told["event"] == "tableChanged" {
            try state.check(snapshot: told["snapshot"])
            try check(
                may: told["snapshot"]["may"],
                to: connection,
                at: state,
                after: "tableChanged"
            )
            show(told["snapshot"], to: connection)
            told["snapshot"] = .null
            right["snapshot"] = .null
        }
        if seats[connection]?.isBrief == true,
            ["lockChanged", "rollSettled"].contains(told["event"].string)
        {
            right["game"] = right["game"].withoutSheets
        }
        if !["tableChanged", "gameOver"].contains(told["event"]) {
            // Dice that do not animate have settled when their start is announced.
            let isAtRest = told["event"] == "rollStarted" && state.flight?.end != nil
            if !isAtRest {
                try check(
                    may: told["may"],
                    to: connection,
                    at: state,
                    after: told["event"].string ?? ""
                )
            }
            told["may"] = .null
            right["may"] = .null
        }
        try same(told, right, "event for connection \(connection)")
        if let view = seats[connection]?.view {
            let right = JSON([state.turn, state.rolls.count])
            try same(
                JSON([view.turn, view.roll]),
                right,
                "frames before \(event["event"].text)"
            )
            let dice = view.dice.values.sorted {
                $0["die"].int ?? 0 < $1["die"].int ?? 0
            }
            try state.check(dice: dice, all: true)
        }
    }

    /// Checks the start of a roll, which replaces a frame, with its plan.
    private mutating func start(_ event: JSON, _ state: Table, _ connection: Int)
        throws(Objection)
    {
        try state.check(plan: event["plan"])
        try same(
            JSON(event["plan"].array.map { $0["die"].int ?? 0 }),
            event["rolled"],
            "plan"
        )
        try same(event["roll"], JSON(state.rolls.count), "rollStarted.roll")
        seats[connection]?.view?.roll = state.rolls.count
        for number in event["rolled"].ints {
            seats[connection]?.view?.dice[number]?["animating"] = true
            seats[connection]?.view?.dice[number]?["locked"] = false
        }
    }

    /// Records the snapshot that a connection received.
    private mutating func show(_ snapshot: JSON, to connection: Int) {
        var view = Seat.View(
            turn: snapshot["turn"].int ?? 0,
            roll: snapshot["roll"].int ?? 0
        )
        for die in snapshot["dice"].array {
            view.dice[die["die"].int ?? 0] = die
        }
        if seats[connection]?.view != nil {
            seats[connection]?.view = view
        }
    }

    private mutating func check(reply: JSON, _ connection: Int, _ isOfBatch: Bool)
        throws(Objection)
    {
        guard let id = reply["id"].string, let due = due.removeValue(forKey: id) else {
            return
        }
        let result = reply["result"]
        let method = due.request.method
        guard due.request.connection == connection, result != .null else {
            throw .wrong("\(method) is answered by \(reply.text)")
        }
        switch method {
        case "table.watch":
            seats[connection]?.isPlanned = due.request.params["frames"] == "plan"
            seats[connection]?.isBrief = due.request.params["sheets"] == false
            seats[connection]?.view = Seat.View()
            try adopt(result)
            fallthrough
        case _
        where ["table.create", "table.configure", "table.newGame", "table.get", "table.rest"]
            .contains(method),
            _ where due.request.isLockChange:
            let before = seats[connection]
            try revise(connection, result["revision"])
            // Notifications of changes between two snapshots of a batch follow both.
            if isOfBatch, let before {
                seats[connection]?.revision = before.revision
            }
            let state = try check(snapshot: result, from: due.from)
            try check(may: result["may"], to: connection, at: state, after: "snapshot")
            try learn(result["dice"].array, state)
            if method == "table.get" || method == "table.watch" {
                show(result, to: connection)
            }
        case "table.roll": try check(roll: result, due, isOfBatch)
        case "table.throw": try check(thrown: result)
        case "table.cancel"
        where due.request.params["throw"] == .null && due.answer == .null:
            guard !result["cancelled"].array.isEmpty else {
                throw .wrong("nothing was cancelled")
            }
        case "table.history" where due.request.params["kind"] == "rest":
            let right = entries.filter { $0.value["kind"] == "rest" }.sorted { $0.key > $1.key }
            try same(result["entries"], .array(right.map(\.value)), "the rests of the history")
        case "table.history": try check(history: result)
        case "table.matches":
            let told = result["matches"].array.map {
                ["sheets": $0["sheets"], "winners": $0["winners"]] as JSON
            }
            let numbers = result["matches"].array.map { $0["match"].int ?? 0 }
            try same(JSON(numbers), JSON(matches.keys.sorted(by: >)), "matches")
            try same(
                .array(told),
                .array(matches.sorted { $0.key > $1.key }.map(\.value)),
                "matches"
            )
        case "table.list":
            let line =
                result["tables"].array.first { $0["table"].string == table?.name }
                ?? .null
            let state = try current
            for (name, right) in [
                ("dice", JSON(state.sides.count)),
                ("turn", JSON(state.turn)),
                ("roll", JSON(state.rolls.count)),
            ] { try same(line[name], right, "list.\(name)") }
        default:
            if due.answer != .null {
                try same(result, due.answer, "answer of \(method)")
            }
        }
    }

    /// Returns the state of the step that the snapshot shows.
    private func check(snapshot: JSON, from: Int) throws(Objection) -> Table {
        var objection: Objection?
        for state in step.states.dropFirst(from) + [try current] {
            do {
                try state.check(snapshot: snapshot)
                return state
            } catch let error { objection = objection ?? error }
        }
        throw objection ?? .wrong("there is no table")
    }

    /// Learns the drawn faces from the first snapshot after the daemon was killed.
    private mutating func adopt(_ snapshot: JSON) throws(Objection) {
        guard var table else { return }
        for die in snapshot["dice"].array {
            guard let number = die["die"].int, table.untold.contains(number) else {
                continue
            }
            table.values[number - 1] = die["value"].int ?? 0
        }
        if !table.untold.isEmpty {
            table.rolls[table.rolls.count - 1].values = table.values
            table.untold = []
            table.findOptions()
        }
        if table.isBust, snapshot["turn"].int == table.turn + 1 {
            let old = table
            unheard = (
                table.endTurn(
                    .bust,
                    by: table.up ?? table.counted.last?.by ?? table.name
                ), old
            )
        }
        if table.commitment == nil {
            table.commitment = snapshot["commitment"].string
        }
        self.table = table
        step.states.append(table)
    }

    private mutating func check(roll: JSON, _ due: Due, _ isOfBatch: Bool)
        throws(Objection)
    {
        guard due.isReady else {
            throw .wrong("a roll is answered before its dice have settled")
        }
        let connection = due.request.connection
        let settled = step.told.firstIndex { $0.state >= due.from } ?? 0
        if seats[connection]?.view != nil, !isOfBatch,
            settled >= step.seen[connection] ?? 0
        {
            throw .wrong("the roll is answered before rollSettled is told")
        }
        let isBrief = due.request.params["sheets"] == false
        let games = step.states.dropFirst(due.from).map {
            isBrief ? $0.game.withoutSheets : $0.game
        }
        guard games.contains(roll["game"]) else {
            return try same(
                roll["game"],
                games.first ?? .null,
                "answer of the roll.game"
            )
        }
        var right = due.answer
        right["game"] = roll["game"]
        try same(roll, right, "answer of the roll")
    }

    /// Checks a throw of the form NdS, with an optional keep and an added number.
    private func check(thrown: JSON) throws(Objection) {
        let kept = thrown["dice"].array.filter { $0["kept"].isTrue }
        let others = thrown["dice"].array.filter { !$0["kept"].isTrue }.compactMap {
            $0["value"].int
        }
        let sum = kept.reduce(0) { $0 + ($1["value"].int ?? 0) }
        let added =
            thrown["expression"].string?.split(separator: "+").dropFirst().first.flatMap { Int($0) }
            ?? 0
        try same(
            thrown["total"],
            JSON(sum + added),
            "total of \(thrown["expression"].text)"
        )
        guard kept.allSatisfy({ $0["value"].int ?? 0 >= others.max() ?? 0 }) else {
            throw .wrong("the lower dice are kept")
        }
    }

    /// Checks a whole history with all kinds of entries.
    private mutating func check(history: JSON) throws(Objection) {
        try same(history["more"], false, "history.more")
        try same(history["archived"], table?.archived ?? .null, "history.archived")
        for entry in history["entries"].array.reversed() {
            guard let id = entry["id"].int else { throw .wrong("an entry has no id") }
            let isKnown = entries.values.contains {
                $0["throw"] != .null && $0["throw"] == entry["throw"]
            }
            if !isKnown, let number = entry["throw"].int, number <= throwCount {
                entries[id] = entry
            } else if entries[id] == nil, let unheard {
                try check(entry: entry, unheard.entry, unheard.before)
                add(entry, match: entry["score"]["match"])
                self.unheard = nil
            }
            try same(entry, entries[id] ?? .null, "entry \(id) of the history")
        }
        try check(chain: history["entries"].array.reversed())
        try same(
            JSON(history["entries"].array.map { $0["id"].int ?? 0 }),
            JSON(entries.keys.sorted(by: >)),
            "the history"
        )
    }

    /// Checks that each entry has the digest of its content and the chain hash of its position.
    private func check(chain entries: [JSON]) throws(Objection) {
        var previous = table?.archived["chain"].string ?? Chain.start
        for entry in entries {
            let id = entry["id"].text
            let digest = entry["digest"].string ?? ""
            let match = (entry["match"].int ?? entry["score"]["match"].int).flatMap { rosters[$0] }
            if let right = Chain.digest(of: entry, players: match ?? table?.players ?? []),
                !entry["hidden"].isTrue
            {
                try same(entry["digest"], .string(right), "digest of entry \(id)")
            }
            previous = Chain.hash(digest, after: previous)
            try same(entry["chain"], .string(previous), "chain of entry \(id)")
        }
    }

    /// Checks an entry that must have the content `right` for the turn of `table`.
    func check(entry: JSON, _ right: JSON, _ table: Table) throws(Objection) {
        var right = right
        right["kind"] = "turn"
        right["table"] = .string(table.name)
        // Entered rolls add further members.
        right["edition"] = 5
        if table.rolls.contains(where: { $0.entered != nil }) {
            right["entered"] = true
        }
        for name in ["id", "endedAt", "rolls", "digest", "chain"] {
            right[name] = entry[name]
        }
        if known.isSeeded {
            right["seeded"] = true
        }
        right["commitment"] = JSON(table.commitment ?? entry["commitment"].string)
        right["seed"] = entry["seed"]
        guard
            table.isSeedLost || (entry["seed"] != .null && entry["commitment"] != .null)
        else {
            throw .wrong("the entry of turn \(table.turn) reveals nothing")
        }
        try same(entry, right, "entry of turn \(table.turn)")
        try table.check(records: entry["rolls"].array)
        guard let id = entry["id"].int, entries[id] == nil, entries.keys.max() ?? 0 < id
        else {
            throw .wrong(
                "the id of the entry of turn \(table.turn) is not a new one: \(entry["id"].text)"
            )
        }
    }

    /// - Parameter match: the number of the entry's match; null for an entry without a score.
    mutating func add(_ entry: JSON, match: JSON) {
        if let id = entry["id"].int {
            entries[id] = entry
        }
        guard let number = match.int, let table else { return }
        rosters[number] = table.players
        matches[number] = ["sheets": table.game["sheets"], "winners": entry["winners"]]
    }
}

extension JSON {
    /// A game as it is sent if no sheet has changed.
    fileprivate var withoutSheets: JSON {
        var game = self
        if game != .null {
            game["sheets"] = .null
        }
        return game
    }
}
