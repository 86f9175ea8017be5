/// Somebody who knows the rules of a table (dice-protocol(7), dice-games(7)) and nothing of the
/// programs, and watches what is asked and told at it. Connection 0 only watches: what it is told
/// is the order in which things happened.
package struct Referee {
    /// The table as it must be now; nil before it is made.
    package internal(set) var table: Table?
    package internal(set) var seats: [Int: Seat] = [:]
    /// The history by the ids of its entries.
    package internal(set) var entries: [Int: Value] = [:]
    package var known: Known
    /// In seconds.
    package internal(set) var now = 0.0
    /// The table before the roll that is in flight, or asked for.
    var before: Table?
    /// What is known of the backup that was made last.
    var backup: (table: Table, entries: [Int: Value], matches: [Int: Value], throwCount: Int)?
    /// Requests that were granted and not answered.
    var due: [String: Due] = [:]
    /// The throws that have been asked for.
    var throwCount = 0
    /// Sheets and winners of each match.
    var matches: [Int: Value] = [:]
    /// What must be said of a turn whose end nobody has heard of, and its rolls.
    var unheard: (entry: Value, before: Table)?
    var step = Progress()
    /// The lists of contributors that there were last, as many as `known.lists`.
    var lists: [Value] = []

    /// What somebody who watches is told beforehand.
    package struct Known: Sendable {
        /// The documents of the built-in games, by name.
        package var games: [String: Value]
        /// What contributors promise, by what they reveal.
        package var secrets: [String: String]
        /// Whether the seeds follow from a number: then entropy is left out.
        package var isSeeded: Bool
        /// The login name of everybody, which a connection without another one goes by.
        package var account: String
        /// How many lists of contributors ago a watcher may still be told of, where others act
        /// meanwhile: the daemon gathers their changes.
        package var lists = 0

        package init(
            games: [String: Value],
            secrets: [String: String] = [:],
            isSeeded: Bool = false,
            account: String = "tester"
        ) {
            self.games = games
            self.secrets = secrets
            self.isSeeded = isSeeded
            self.account = account
        }
    }

    /// How far a step has been watched.
    struct Progress {
        /// The events that have not been looked at, and all replies by their ids.
        var events: [Value] = []
        var replies: [String: Value] = [:]
        /// What the table has been, the first state before anything was done.
        var states: [Table] = []
        /// What has happened, and which state that has left.
        var told: [(event: Value, state: Int)] = []
        /// How many events each connection was told of.
        var seen: [Int: Int] = [:]
        var isEnd = false
    }

    struct Due {
        var request: Order
        /// The first state of the step of which the reply may tell.
        var from: Int
        /// Whether the reply has to be there by now.
        var isReady = true
        /// Of a roll, or of the end of a turn: what the reply must say but for the game.
        var answer: Value = .null
    }

    package init(_ known: Known) {
        self.known = known
    }

    /// Something that was done, and all that has come of it.
    package struct Step: Sendable {
        package enum Cause: Sendable {
            case opened(Int)
            /// Requests of one connection, in this order.
            case sent([Order])
            /// So many seconds.
            case passed(Double)
            case closed(Int)
            /// The daemon has ended as it should, and all connections with it.
            case stopped
            /// The daemon was killed.
            case killed
            /// Another daemon serves the backup that was made last.
            case restored
        }

        package var cause: Cause
        /// The lines that connections were sent, those of each in their order.
        package var lines: [(to: Int, line: Value)]

        package init(_ cause: Cause, _ lines: [(to: Int, line: Value)] = []) {
            self.cause = cause
            self.lines = lines
        }
    }

    /// Watches one step. An objection leaves the referee as it was.
    package mutating func watch(_ step: Step) throws(Objection) {
        var next = self
        try next.judge(step)
        self = next
    }

    private mutating func judge(_ step: Step) throws(Objection) {
        self.step = Progress()
        self.step.states = table.map { [$0] } ?? []
        for (connection, line) in step.lines {
            if connection == 0, Self.isOrdered(line) {
                self.step.events.append(line["params"])
            }
            for reply in line.array + [line] {
                self.step.replies[reply["id"].string ?? ""] = reply
            }
        }
        switch step.cause {
        case .opened(let connection): seats[connection] = Seat(account: known.account)
        case .passed(let seconds): now += seconds
        case .sent(let requests): for request in requests { try judge(request) }
        case .closed(let connection):
            leave(connection, "disconnected")
            seats[connection] = nil
            due = due.filter { $0.value.request.connection != connection }
        case .stopped:
            self.step.isEnd = true
            table?.flight?.end = ("cancelled", "serverStopping")
            table?.asked?.void = ("serverStopping", [])
        case .killed:
            self.step.isEnd = true
            leaveAsKilled()
        case .restored: try restore()
        }
        try drain()
        while !self.step.events.isEmpty {
            try happen()
        }
        defer {
            for state in self.step.states + [table].compactMap(\.self)
            where lists.last != .array(state.contributors) {
                lists.append(.array(state.contributors))
            }
            lists = Array(lists.suffix(known.lists))
        }
        for (connection, line) in step.lines where seats[connection] != nil {
            // What is told of a batch may come behind its reply, so that no revision goes down.
            for reply in line.array {
                try check(reply, to: connection, isOfBatch: true)
            }
            if line.array.isEmpty {
                try check(line, to: connection)
            }
        }
        if self.step.isEnd {
            return endAll()
        }
        for (connection, seat) in seats where seat.view != nil {
            let seen = self.step.seen[connection] ?? 0
            if seen < self.step.told.count {
                throw .missing("what happened, told to connection \(connection)")
            }
        }
        if let late = due.values.first(where: { $0.isReady }) {
            throw .missing("the reply to \(late.request.method)")
        }
        if isAtRest, wayOut() == nil {
            throw .wrong("nobody can go on from here: \(table?.game.text ?? "")")
        }
    }

    /// Whether nothing is about to happen by itself.
    package var isAtRest: Bool {
        table.map {
            $0.flight == nil && $0.asked == nil && $0.untold.isEmpty && !$0.isBust
        }
            ?? false
    }

    /// A request that brings the match, or the turn, on; nil where nobody may do anything.
    package func wayOut() -> Order? {
        guard let table else { return nil }
        var ways: [Order] = []
        func add(_ method: String, _ params: Value) {
            var params = params
            params["by"] = Value(table.up)
            params["table"] = .string(table.name)
            ways.append(Order(1, "way", method, params))
        }
        if table.match?.isOver == true {
            add("table.newGame", [:])
        }
        for option in table.options {
            add("table.endTurn", ["box": .string(option.box)])
        }
        add("table.endTurn", [:])
        add(
            "table.roll",
            table.hand ? ["faces": Value(table.rollable.map { _ in 1 })] : [:]
        )
        var left = table.faces(table.loose)
        if let set = table.match?.rules.set(among: left) {
            let dice = set.map { face in
                let index = left.firstIndex(of: face) ?? 0
                left[index] = 0
                return table.loose[index]
            }
            if !table.fresh.isSuperset(of: dice) {
                add("table.lock", ["dice": Value(dice)])
            }
        }
        if !table.isBound {
            add("table.unlock", ["dice": Value(table.numbers)])
        }
        return ways.first {
            table.refusals(of: $0, from: Seat(account: known.account), known, now: now)
                .must.isEmpty
        }
    }

    // MARK: ends and beginnings

    /// The connection has gone, or takes back what it has promised.
    mutating func leave(_ connection: Int, _ reason: String) {
        table?.promises.removeAll { $0.connection == connection }
        if let promise = table?.asked?.promises.first(where: {
            $0.connection == connection
        }),
            table?.asked?.reveals[connection] == nil, table?.asked?.void == nil
        {
            table?.asked?.void = (reason, [promise.by])
        }
        guard reason == "disconnected" else { return }
        // What it has revealed counts, and whoever comes next reveals nothing for it.
        if let index = table?.asked?.promises.firstIndex(where: {
            $0.connection == connection
        }) {
            let gone = -1 - index
            table?.asked?.promises[index].connection = gone
            let reveal = table?.asked?.reveals.removeValue(forKey: connection)
            table?.asked?.reveals[gone] = reveal
        }
        if table?.flight?.connection == connection {
            table?.flight?.end = ("cancelled", reason)
        }
        if table?.asked?.request.connection == connection {
            table?.asked?.isRollerGone = true
        }
    }

    private mutating func leaveAsKilled() {
        guard var table else { return }
        if let last = table.rolls.lastIndex(where: { !$0.isVoid }) {
            table.rolls[last].isUnsure = true
        }
        if let flight = table.flight {
            table.untold = flight.rolled
            table.rolls[table.rolls.count - 1].outcome = "cancelled"
        }
        if let asked = table.asked {
            table.addVoid(asked, "serverStopping", [], isSeeded: known.isSeeded)
        }
        table.flight = nil
        table.asked = nil
        self.table = table
    }

    /// Nothing of the connections is left.
    private mutating func endAll() {
        seats = [:]
        due = [:]
        before = nil
        table?.promises = []
        table?.late = []
    }

    private mutating func restore() throws(Objection) {
        guard let backup else { throw .wrong("there is no backup") }
        table = backup.table
        entries = backup.entries
        matches = backup.matches
        throwCount = backup.throwCount
        leaveAsKilled()
        endAll()
        table?.isSeedLost = true
        step.states = table.map { [$0] } ?? []
    }
}
