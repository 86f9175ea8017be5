import ProgramTestSupport

// The events of the table, in order.

extension Referee {
    private static let ordered = [
        "rollAsked", "rollStarted", "rollSettled", "lockChanged", "turnEnded",
        "gameOver",
        "tableChanged",
        "corrected", "playerRests",
    ]

    /// Returns true if a line belongs to the sequence of events at the table.
    static func isOrdered(_ line: JSON) -> Bool {
        line["method"] == "event"
            && ordered.contains(line["params"]["event"].string ?? "")
    }

    /// The table; throws if there is none.
    var current: Table {
        get throws(Objection) {
            guard let table else { throw .wrong("there is no table") }
            return table
        }
    }

    /// Returns the next event, which must be of this kind.
    private mutating func next(_ kind: String, _ others: [String]) throws(Objection)
        -> JSON
    {
        guard let event = step.events.first else { throw .missing("event \(kind)") }
        guard event["event"].string == kind else {
            throw .wrong("event \(event["event"].text) comes instead of \(kind)")
        }
        step.events.removeFirst()
        try knows(event, ["table", "revision", "event", "may"] + others, kind)
        return event
    }

    /// Records that an event has happened, and the resulting table.
    private mutating func happened(_ event: JSON, _ table: Table) {
        self.table = table
        step.states.append(table)
        step.told.append((event, step.states.count - 1))
    }

    /// The event that must have happened by now; `nil` if none.
    private var overdue: String? {
        guard let table else { return nil }
        if let asked = table.asked, asked.isAnswered {
            return "rollStarted"
        }
        if let asked = table.asked, asked.void != nil || now - asked.since >= 2 {
            return "rollSettled"
        }
        if let flight = table.flight {
            return flight.end != nil || now - flight.since >= 1.25 / table.pace
                ? "rollSettled" : nil
        }
        return table.isBust && !step.isEnd && seats[0]?.view != nil ? "turnEnded" : nil
    }

    /// Checks the events that must have happened by now.
    mutating func drain() throws(Objection) {
        while let kind = overdue {
            if step.events.isEmpty {
                throw .missing("event \(kind)")
            }
            try happen()
        }
    }

    /// Checks events that occur without a request.
    mutating func happen() throws(Objection) {
        let event = step.events[0]
        let table = try current
        switch event["event"] {
        // A roll that moves no dice may start before it is reported as void.
        case "rollStarted" where event["rolled"].ints.isEmpty && table.asked != nil:
            try void()
        case "rollStarted":
            guard let asked = table.asked, asked.isAnswered else {
                throw .wrong("a roll starts that nobody has asked for")
            }
            self.table?.asked = nil
            let reveals = asked.promises.compactMap { asked.reveals[$0.connection] }
            try start(
                asked.request,
                by: asked.by,
                reveals: reveals,
                isRollerGone: asked.isRollerGone
            )
        case "rollSettled" where event["outcome"] == "void": try void()
        case "rollSettled": try settle()
        case "turnEnded":
            guard table.isBust else {
                throw .wrong("a turn ends that nobody has ended")
            }
            try end(.bust, by: table.up ?? table.counted.last?.by ?? table.name)
        default: throw .wrong("nobody has brought about \(event.text)")
        }
    }

    // MARK: Rolls

    /// Checks a roll that was granted.
    mutating func roll(_ request: Order) throws(Objection) {
        let by = seats[request.connection]?.name(of: request) ?? ""
        if try current.isFull {
            try endFull(by: by)
        }
        if try current.flight == nil {
            before = table
        }
        due[request.id] = Due(request: request, from: 0, isReady: false)
        var table = try current
        let asked = table.promises.filter {
            !table.hand && $0.connection != request.connection && $0.by != by
                && table.mayAsk($0)
        }
        if asked.isEmpty {
            return try start(request, by: by)
        }
        let event = try next("rollAsked", ["by", "roll", "entropy", "contributors"])
        try same(event["roll"], JSON(table.rolls.count + 1), "rollAsked.roll")
        try same(
            event["contributors"],
            .array(asked.map(\.value)),
            "rollAsked.contributors"
        )
        try same(event["by"], .string(by), "rollAsked.by")
        table.promises.removeAll { asked.contains($0) }
        table.asked = Table.Asked(request: request, by: by, promises: asked, since: now)
        happened(event, table)
    }

    private mutating func endFull(by: String) throws(Objection) {
        if try current.flight != nil {
            table?.flight?.end = ("cancelled", "restart")
            try happen()
        }
        try end(.full, by: by)
    }

    private mutating func start(
        _ request: Order,
        by: String,
        reveals: [String] = [],
        isRollerGone: Bool = false
    ) throws(Objection) {
        if try current.flight != nil {
            table?.flight?.end = ("cancelled", "restart")
            if step.events.isEmpty {
                throw .missing("event rollSettled")
            }
            try happen()
            before = table
        }
        let event = try next(
            "rollStarted",
            ["by", "rolled", "commitment", "entropy", "reveals"]
        )
        var table = try current
        let entered = table.hand ? request.params["faces"].ints : nil
        let rolled = request.dice?.sorted() ?? table.rollable
        let entropy = known.isSeeded ? "" : request.params["entropy"].string ?? ""
        for (name, right) in [
            ("rolled", JSON(rolled)),
            ("by", .string(by)),
            ("entropy", entered == nil ? .string(entropy) : .null),
            ("reveals", entered == nil ? JSON(reveals) : .null),
        ] { try same(event[name], right, "rollStarted.\(name)") }
        try promised(event["commitment"], &table)
        let roll = Table.Roll(
            number: table.rolls.count + 1,
            by: by,
            rolled: rolled,
            values: table.values,
            entropy: entropy,
            reveals: reveals,
            entered: entered
        )
        var flight = Table.Flight(
            request: request.id,
            rolled: Set(rolled),
            since: now,
            connection: request.connection
        )
        if isRollerGone {
            flight.end = ("cancelled", "disconnected")
        }
        if !request.isAnimated || entered != nil {
            flight.end = ("completed", nil)
        }
        table.begin(roll, flight)
        happened(event, table)
        // Dice that do not move are at rest before anything else happens.
        if flight.end != nil {
            try drain()
        }
    }

    /// Checks the commitment of the open turn.
    func promised(_ told: JSON, _ table: inout Table) throws(Objection) {
        if let commitment = table.commitment {
            try same(told, .string(commitment), "commitment")
        }
        table.commitment = told.string
    }

    private mutating func settle() throws(Objection) {
        let event = try next(
            "rollSettled",
            [
                "by", "rolled", "outcome", "reason", "dice", "total", "game",
                "rollsLeft", "entered",
            ]
        )
        var table = try current
        guard let flight = table.flight else {
            throw .wrong("a roll settles that is none")
        }
        // A roll with `restart` that becomes void may have ended the dice in flight.
        let isRestart =
            flight.end == nil && table.asked != nil && event["reason"] == "restart"
        let end =
            isRestart ? ("cancelled", "restart") : flight.end ?? ("completed", nil)
        guard isRestart || flight.end != nil || now - flight.since >= 0.5 / table.pace
        else {
            throw .wrong("the dice settle too early")
        }
        let values = event["dice"].array.map { $0["value"].int ?? 0 }
        guard values.count == table.sides.count else {
            throw .wrong("rollSettled.dice: not every die is told")
        }
        if let roll = table.rolls.last, let entered = roll.entered {
            try same(
                JSON(roll.rolled.map { values[$0 - 1] }),
                JSON(entered),
                "what was entered"
            )
        }
        for (number, face) in flight.settled where values[number - 1] != face {
            throw .wrong(
                "die \(number) settles on \(values[number - 1]), and it has shown \(face) at rest"
            )
        }
        for die in table.numbers
        where !flight.rolled.contains(die) && values[die - 1] != table.values[die - 1] {
            throw .wrong("die \(die) was not rolled, and shows \(values[die - 1])")
        }
        table.settle(end.0, end.1, values)
        try settled(event, table, flight.request)
    }

    private mutating func void() throws(Objection) {
        var table = try current
        guard let asked = table.asked else {
            throw .wrong("a roll is void that is none")
        }
        guard table.flight == nil else {
            throw .wrong("a roll is void while dice are in flight")
        }
        guard asked.void != nil || now - asked.since >= 2 else {
            throw .wrong("a roll is void before its time")
        }
        let missing = asked.promises.filter { asked.reveals[$0.connection] == nil }
        var absent: [String] = []
        for promise in missing where !absent.contains(promise.by) {
            absent.append(promise.by)
        }
        let void = asked.void ?? ("absent", absent)
        table.late = missing
        table.addVoid(asked, void.reason, void.absent, isSeeded: known.isSeeded)
        if step.events.first?["event"] == "rollStarted" {
            happened(
                try next(
                    "rollStarted",
                    ["by", "rolled", "commitment", "entropy", "reveals"]
                ),
                table
            )
        }
        let event = try next(
            "rollSettled",
            [
                "by", "rolled", "outcome", "reason", "absent", "dice", "total", "game",
                "rollsLeft",
            ]
        )
        try settled(event, table, asked.request.id)
    }

    /// Checks that the table's last roll is over, as an event and the reply must report.
    private mutating func settled(_ event: JSON, _ table: Table, _ request: String)
        throws(Objection)
    {
        guard let roll = table.rolls.last else { return }
        try table.check(dice: event["dice"].array, all: true)
        var right: JSON = [
            "outcome": JSON(roll.outcome), "reason": JSON(roll.reason),
            "rolled": JSON(roll.rolled),
            "by": .string(roll.by), "total": JSON(table.values.reduce(0, +)),
            "rollsLeft": JSON(table.rollsLeft),
            "dice": event["dice"], "absent": roll.absent.map { JSON($0) } ?? .null,
            "entered": roll.entered == nil ? .null : true,
        ]
        try tells(event, right, table.game, "rollSettled")
        right["turn"] = JSON(table.turn)
        right["roll"] = JSON(roll.number)
        right["table"] = .string(table.name)
        right["commitment"] = JSON(table.commitment)
        (right["entropy"], right["reveals"]) =
            roll.entered == nil
            ? (.string(roll.entropy), JSON(roll.reveals)) : (.null, .null)
        happened(event, table)
        due[request]?.answer = right
        due[request]?.isReady = true
        due[request]?.from = step.states.count - 1
    }

    /// Checks everything in an event except its position.
    private func tells(_ event: JSON, _ right: JSON, _ game: JSON, _ what: String)
        throws(Objection)
    {
        var right = right
        right["game"] = game
        for name in ["table", "revision", "event", "may"] {
            right[name] = event[name]
        }
        try same(event, right, what)
    }

    // MARK: Locks, turns, matches

    mutating func lock(_ request: Order) throws(Objection) {
        var table = try current
        let after = table.locks(after: request)
        let changed = after.symmetricDifference(table.locked).sorted()
        guard !changed.isEmpty else { return }
        let event = try next("lockChanged", ["by", "dice", "game"])
        table.locked = after
        for die in event["dice"].array {
            guard let number = die["die"].int,
                table.flight?.rolled.contains(number) == true
            else {
                continue
            }
            if die["animating"] == false {
                table.flight?.settled[number] = die["value"].int
            }
        }
        try table.check(dice: event["dice"].array)
        if let match = table.match, match.isBank,
            match.rules.maximum(table.freshFaces) == nil
        {
            throw .wrong("dice are locked that bring nothing: \(event["dice"].text)")
        }
        try same(
            JSON(event["dice"].array.map { $0["die"].int ?? 0 }),
            JSON(changed),
            "lockChanged.dice"
        )
        let by = seats[request.connection]?.name(of: request)
        try tells(
            event,
            ["by": JSON(by), "dice": event["dice"]],
            table.game,
            "lockChanged"
        )
        happened(event, table)
    }

    /// Checks the end of a turn: its entry and, after the last turn of a match, the end of the
    /// match.
    mutating func end(_ ending: Table.Ending, by: String) throws(Objection) {
        let event = try next(
            "turnEnded",
            ["by", "entry", "nextCommitment", "game", "up"]
        )
        let old = try current
        let entry = event["entry"]
        var table = old
        let right = table.endTurn(ending, by: by)
        if case .brokenOff = ending {
            table.beginMatch()
        }
        try check(entry: entry, right, old)
        try tells(
            event,
            [
                "by": .string(by), "entry": entry,
                "nextCommitment": event["nextCommitment"],
                "up": JSON(table.up),
            ],
            table.game,
            "turnEnded"
        )
        try promised(event["nextCommitment"], &table)
        happened(event, table)
        add(entry, match: entry["score"]["match"])
        try endMatch(right["winners"], table)
    }

    /// Checks that the next event reports the winners, if there are any.
    private mutating func endMatch(_ winners: JSON, _ table: Table) throws(Objection) {
        guard winners != .null else { return }
        let event = try next("gameOver", ["winners", "sheets"])
        try same(event["winners"], winners, "gameOver.winners")
        try same(event["sheets"], table.game["sheets"], "gameOver.sheets")
        happened(event, table)
    }

    /// Checks that the last turn is moved to another box. Returns the entry of the correction.
    mutating func correct(_ request: Order) throws(Objection) -> JSON {
        let event = try next("corrected", ["by", "entry", "game", "up"])
        var table = try current
        let entry = event["entry"]
        let by = seats[request.connection]?.name(of: request) ?? ""
        var right = table.correct(to: request.params["box"].string ?? "", by: by)
        right["kind"] = "correction"
        right["table"] = .string(table.name)
        right["edition"] = 5
        for name in ["id", "endedAt", "digest", "chain"] {
            right[name] = entry[name]
        }
        try same(entry, right, "correction")
        guard let id = entry["id"].int, entries.keys.max() ?? 0 < id,
            entry["digest"] != .null
        else {
            throw .wrong(
                "the correction of turn \(right["turn"].text) has no new id, or no digest"
            )
        }
        try tells(
            event,
            ["by": .string(by), "entry": entry, "up": JSON(table.up)],
            table.game,
            "corrected"
        )
        happened(event, table)
        add(entry, match: entry["match"])
        try endMatch(right["winners"], table)
        return entry
    }

    /// Checks that a player rests, returns or joins.
    mutating func rest(_ player: String, _ state: RestState, by: String) throws(Objection) {
        let event = try next("playerRests", ["by", "entry", "game", "up"])
        var table = try current
        let entry = event["entry"]
        var right = table.rest(player, state)
        // A backup during a roll is of the table before the roll.
        _ = before?.rest(player, state)
        right["kind"] = "rest"
        right["table"] = .string(table.name)
        right["edition"] = 5
        right["by"] = .string(by)
        for name in ["id", "endedAt", "digest", "chain"] {
            right[name] = entry[name]
        }
        try same(entry, right, "rest")
        try same(
            entry["digest"],
            JSON(Chain.digest(of: right, players: table.players)),
            "digest of a rest"
        )
        guard let id = entry["id"].int, entries.keys.max() ?? 0 < id else {
            throw .wrong("the entry of a rest has no new id: \(entry["id"].text)")
        }
        try tells(
            event,
            ["by": .string(by), "entry": entry, "up": JSON(table.up)],
            table.game,
            "playerRests"
        )
        happened(event, table)
        add(entry, match: table.match?.isBegun == true ? entry["match"] : .null)
        try endMatch(right["winners"], table)
    }

    mutating func newGame(_ request: Order) throws(Objection) {
        var table = try current
        guard table.match?.isBegun == true || !table.rolls.isEmpty else { return }
        if table.rolls.isEmpty {
            table.beginMatch()
        } else {
            try end(.brokenOff, by: seats[request.connection]?.name(of: request) ?? "")
            table = try current
        }
        try change(table)
    }

    /// Checks a change to the table.
    mutating func change(_ table: Table) throws(Objection) {
        let event = try next("tableChanged", ["snapshot"])
        try table.check(snapshot: event["snapshot"])
        happened(event, table)
    }
}
