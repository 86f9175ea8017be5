package import ProgramTestSupport

/// A checker of everything that is requested and reported at a table. The referee knows the rules
/// (dice-protocol(7), dice-games(7)) but shares no code with the programs. Connection 0 only
/// watches; the messages on that connection give the order of events.
package struct Referee {
    /// The table as it must be now; `nil` before it is created.
    package internal(set) var table: Table?
    package internal(set) var seats: [Int: Seat] = [:]
    /// The history by entry id.
    package internal(set) var entries: [Int: JSON] = [:]
    package var known: Known
    /// The time in seconds.
    package internal(set) var now = 0.0
    /// The table before the roll that is in flight or requested.
    var before: Table?
    /// The state saved with the last backup.
    var backup: (table: Table, entries: [Int: JSON], matches: [Int: JSON], throwCount: Int)?
    /// Requests that have been granted but not yet answered.
    var due: [String: Due] = [:]
    /// The number of throws requested.
    var throwCount = 0
    /// The sheets and winners of each match.
    var matches: [Int: JSON] = [:]
    /// The players of each match.
    var rosters: [Int: [String]] = [:]
    /// The required entry of a turn whose end has not been reported, and the table before the turn
    /// ended.
    var unheard: (entry: JSON, before: Table)?
    var step = Progress()
    /// The most recent lists of contributors, up to `known.lists` of them.
    var lists: [JSON] = []

    /// The facts that a checker knows in advance.
    package struct Known: Sendable {
        /// The documents of the built-in games, by name.
        package var games: [String: JSON]
        /// The commitments of contributors, by the values revealed.
        package var secrets: [String: String]
        /// True if the seeds are derived from a number. Entropy is then omitted.
        package var isSeeded: Bool
        /// The login name of all peers, used by a connection without another name.
        package var account: String
        /// The number of past lists of contributors that a watcher may still receive while others
        /// are acting, because the daemon merges changes.
        package var lists = 0

        package init(
            games: [String: JSON],
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

    /// The progress in checking a step.
    struct Progress {
        /// The events not yet checked, and all replies by id.
        var events: [JSON] = []
        var replies: [String: JSON] = [:]
        /// The states of the table, starting with the state before the step.
        var states: [Table] = []
        /// The events that have happened, each with the index of the resulting state.
        var told: [(event: JSON, state: Int)] = []
        /// The number of events that each connection has received.
        var seen: [Int: Int] = [:]
        var isEnd = false
    }

    struct Due {
        var request: Order
        /// The first state of the step that the reply may report.
        var from: Int
        /// True if the reply must have arrived by now.
        var isReady = true
        /// The required reply to a roll or to the end of a turn, without the game.
        var answer: JSON = .null
    }

    package init(_ known: Known) {
        self.known = known
    }

    /// A cause and all messages that follow from it.
    package struct Step: Sendable {
        package enum Cause: Sendable {
            case opened(Int)
            /// Requests sent on one connection, in this order.
            case sent([Order])
            /// The passage of this many seconds.
            case passed(Double)
            case closed(Int)
            /// The daemon shut down normally, which closed all connections.
            case stopped
            /// The daemon was killed.
            case killed
            /// Another daemon now serves the last backup.
            case restored
        }

        package var cause: Cause
        /// The lines sent to connections, in order for each connection.
        package var lines: [(to: Int, line: JSON)]

        package init(_ cause: Cause, _ lines: [(to: Int, line: JSON)] = []) {
            self.cause = cause
            self.lines = lines
        }
    }

    /// Checks one step. An objection leaves the referee unchanged.
    package mutating func watch(_ step: Step) throws(Objection) {
        var next = self
        try next.judge(step)
        self = next
    }

    private mutating func judge(_ step: Step) throws(Objection) {
        self.step = Progress()
        notePresence()
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
            // Notifications of a batch's changes may follow its reply, so that no revision
            // decreases.
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

    /// Records which players have a connection, and which of them have one that watches. A
    /// connection that might use a player's name counts as that player's. A new player's absence
    /// begins now.
    private mutating func notePresence() {
        guard let table else { return }
        for player in table.players {
            let own = seats.values.filter { $0.name == player }
            if own.contains(where: { $0.view != nil }) {
                self.table?.lastSeen[player] = now
            }
            let isPossible = seats.values.contains { seat in
                let isOfSeveral = seat.isConfined && seat.name == nil && !seat.mayOnlyWatch
                return isOfSeveral || !seat.isConfined && seat.account == player
            }
            if !own.isEmpty || isPossible || table.lastConnected[player] == nil {
                self.table?.lastConnected[player] = now
            }
        }
    }

    /// True if nothing is about to happen without a request.
    package var isAtRest: Bool {
        table.map {
            $0.flight == nil && $0.asked == nil && $0.untold.isEmpty && !$0.isBust
        }
            ?? false
    }

    /// Returns a request that advances the match or the turn, or `nil` if nobody may act.
    package func wayOut() -> Order? {
        guard let table else { return nil }
        var ways: [Order] = []
        func add(_ method: String, _ params: JSON) {
            var params = params
            params["by"] = JSON(table.up)
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
            table.hand ? ["faces": JSON(table.rollable.map { _ in 1 })] : [:]
        )
        var left = table.faces(table.loose)
        if let set = table.match?.rules.set(among: left) {
            let dice = set.map { face in
                let index = left.firstIndex(of: face) ?? 0
                left[index] = 0
                return table.loose[index]
            }
            if !table.fresh.isSuperset(of: dice) {
                add("table.lock", ["dice": JSON(dice)])
            }
        }
        if !table.isBound {
            add("table.unlock", ["dice": JSON(table.numbers)])
        }
        return ways.first {
            table.refusals(of: $0, from: Seat(account: known.account), known, now: now)
                .must.isEmpty
        }
    }

    // MARK: Ends and beginnings

    /// Records that a connection has closed, or has withdrawn its contribution.
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
        // A contribution already revealed by the connection counts, and no later connection reveals
        // in its place.
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

    /// Removes all state of the connections.
    private mutating func endAll() {
        seats = [:]
        due = [:]
        before = nil
        table?.promises = []
        table?.late = []
        table?.servedSince = now
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
