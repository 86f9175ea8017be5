import DiceModel
import DiceWire

/// The state machine of a follower: what it sends and when, which request a line answers, when it
/// reconnects, and what it reports.
///
/// Lines, disconnections and instants are its input; `next` returns the action, which `Follower`
/// performs. It has no socket and no clock, and never waits.
struct FollowState {
    enum Next: Hashable {
        /// Wait until a line arrives or `deadline` passes.
        case wait
        /// Connect. Call `connected` or `ended` afterward.
        case connect
        /// Send this request if the other side has room. Call `sent` or `ended` afterward.
        case send(Request)
    }

    private var tables: [TableName]
    private var frames: FrameKind
    private var viewer: String?
    private let confinement: ConfineParams?
    private var sheets: Bool
    private let patience: Duration?
    /// The delay before a deleted table is looked for, and the interval between later attempts.
    private let pause: Duration
    private let reconnects: Bool
    private let shortest: Backoff
    private(set) var backoff: Backoff

    private var isConnected = false
    /// True if the user knows that the daemon is gone.
    private var isGone = false
    /// The tables that have been reported, and those of them that were deleted.
    private var shown: Set<TableName> = []
    private var deleted: Set<TableName> = []
    private var waiting: [Request] = []
    private var pending: [(id: RequestID, request: Request)] = []
    /// The instant of the next attempt to connect.
    private var retry: Deadline
    /// The instant of the next request for deleted tables.
    private var look = Deadline.never
    private var responseTimeout: ResponseTimeout?

    init(
        tables: [TableName],
        frames: FrameKind,
        viewer: String? = nil,
        confinement: ConfineParams? = nil,
        sheets: Bool = true,
        patience: Duration? = nil,
        pause: Duration = .seconds(1),
        backoff: Backoff = Backoff(),
        reconnects: Bool,
        at now: Deadline
    ) {
        self.tables = tables
        self.frames = frames
        self.viewer = viewer
        self.confinement = confinement
        self.patience = patience
        self.pause = pause
        self.reconnects = reconnects
        self.backoff = backoff
        self.sheets = sheets
        shortest = backoff
        retry = reconnects ? now : .never
    }

    /// The instant at which `next` may return another action even if nothing arrives.
    var deadline: Deadline {
        isConnected ? min(look, responseTimeout?.deadline ?? .never) : retry
    }

    /// The method of the most important pending request.
    var awaited: AnyMethod {
        (pending.first { !$0.request.method.isSafeToRepeat } ?? pending.first)?.request
            .method
            ?? Method.watch.any
    }

    var hasWaiting: Bool { !waiting.isEmpty }

    // MARK: Requests of the user

    mutating func follow(_ table: TableName) {
        if !tables.contains(table) {
            tables.append(table)
        }
        ask(for: table)
    }

    mutating func leave(_ table: TableName) {
        tables.removeAll { $0 == table }
        shown.remove(table)
        deleted.remove(table)
        send(Method.unwatch(TableParams(table: table)))
    }

    /// Requests each table again: the age of lines that arrived while the process was stopped is
    /// unknown.
    mutating func resumed() {
        for table in tables where !deleted.contains(table) {
            ask(for: table)
        }
    }

    /// Queues a request. Without a connection the request is dropped. A read that repeats the last
    /// request in the queue is dropped, too.
    mutating func send(_ request: Request) {
        guard isConnected else { return }
        if request.method.isSafeToRepeat, waiting.last == request {
            return
        }
        guard !sheets, var roll = request.params as? RollParams else {
            return waiting.append(request)
        }
        roll.sheets = false
        waiting.append(Method.roll(roll))
    }

    private mutating func ask(for table: TableName) {
        send(
            Method.watch(
                WatchParams(
                    table: table,
                    frames: frames,
                    viewer: viewer,
                    sheets: sheets
                )
            )
        )
    }

    // MARK: Actions

    /// Returns the next action.
    ///
    /// - Parameter hasAgreed: True if the daemon has agreed to the protocol. Before that, no
    ///   request that changes something is sent.
    mutating func next(at now: Deadline, hasAgreed: Bool) -> Next {
        guard isConnected else { return retry <= now ? .connect : .wait }
        if look <= now {
            look = .never
            for table in deleted.sorted() {
                ask(for: table)
            }
        }
        return nextRequest(hasAgreed: hasAgreed).map(Next.send) ?? .wait
    }

    /// Returns the next request to send. Requests leave in order. Each waits for the response to
    /// the previous one with the same method and table, unless that response waits for dice to
    /// settle.
    func nextRequest(hasAgreed: Bool) -> Request? {
        guard let next = waiting.first, hasAgreed || next.method.isSafeToRepeat else {
            return nil
        }
        let takesTurns =
            !next.method.answersAtRest && next.method != Method.ping.any
            && followed(by: next) == nil
        let isTaken = { (other: Request) in
            other.method == next.method && other.table == next.table
        }
        return takesTurns && pending.contains { isTaken($0.request) } ? nil : next
    }

    /// Returns the table that this request follows.
    private func followed(by request: Request) -> TableName? {
        guard let table = (request.params as? WatchParams)?.table else { return nil }
        return tables.contains(table) ? table : nil
    }

    // MARK: Events

    mutating func connected() {
        isConnected = true
        retry = .never
        look = .never
        responseTimeout = nil
        waiting = []
        pending = []
        if let confinement {
            send(Method.confine(confinement))
        }
        for table in tables {
            ask(for: table)
        }
    }

    /// Records that the request returned by `next` was sent.
    mutating func sent(_ id: RequestID, at now: Deadline) {
        pending.append((id, waiting.removeFirst()))
        if responseTimeout == nil {
            expectAnswer(at: now)
        }
    }

    private mutating func expectAnswer(at now: Deadline) {
        responseTimeout =
            pending.isEmpty
            ? nil
            : patience.map { ResponseTimeout(over: awaited, timeout: $0, at: now) }
    }

    /// Handles the end of the available input. Returns true if there is a new action.
    ///
    /// - Parameter arrival: The part of an incomplete line that has arrived.
    /// - Throws: `timedOut` if a response is overdue. Call `ended` afterward.
    mutating func handleEndOfInput(
        at now: Deadline,
        _ arrival: Connection.Arrival = Connection.Arrival()
    ) throws(ClientError) -> Bool {
        guard responseTimeout.map({ $0.deadline <= now }) == true,
            let ping = try responseTimeout?.expire(at: now, arrival)
        else { return false }
        waiting.insert(ping, at: 0)
        return true
    }

    /// Records that the daemon is alive although it has not answered.
    mutating func isAlive(at now: Deadline) {
        responseTimeout?.isAlive(at: now)
    }

    /// Handles a line. Returns what to report to the user.
    ///
    /// - Throws: `garbled`, or `refused` by a daemon that is stopping. Call `ended` afterward.
    mutating func handle(_ line: ServerLine, at now: Deadline) throws(ClientError)
        -> Follower.News?
    {
        defer {
            planLook(at: now)
        }
        guard case .reply(_, let error) = line.kind else {
            responseTimeout?.hear(at: now)
            let notification = try line.news()
            if case .event(let event) = notification, event.kind == .tableDeleted,
                let table = tables.first(where: { $0.description == event.table })
            {
                deleted.insert(table)
            }
            return .notification(notification, line)
        }
        guard let index = pending.firstIndex(where: { line.kind.answers($0.id) }) else {
            return nil
        }
        if let error, error.known == .shuttingDown {
            throw .refused(error)
        }
        let request = pending.remove(at: index).request
        expectAnswer(at: now)
        if let error {
            return refused(request, error, line)
        }
        guard let table = followed(by: request) else {
            return request.method == Method.ping.any ? nil : .answer(request, line)
        }
        let snapshot = try line.result(of: .watch)
        shown.insert(table)
        deleted.remove(table)
        settled()
        return .table(snapshot, line)
    }

    private mutating func refused(
        _ request: Request,
        _ error: WireError,
        _ line: ServerLine
    )
        -> Follower.News?
    {
        guard let table = followed(by: request) else {
            return .refused(request, error, line)
        }
        if error.known == .invalidParams, let param = error.data.param,
            ["frames", "viewer", "sheets"].contains(param)
        {
            // An older daemon has no plans, no secret throws, or always sends all sheets.
            switch param {
            case "viewer": viewer = nil
            case "sheets": sheets = true
            default: frames = .values
            }
            ask(for: table)
            return nil
        }
        if !shown.contains(table) {
            tables.removeAll { $0 == table }
        } else if error.known == .tableNotFound {
            deleted.insert(table)
            return .missing(table)
        }
        return .refused(request, error, line)
    }

    /// Records that the daemon is working: the backoff restarts, and the daemon's next loss is
    /// reported.
    mutating func settled() {
        backoff = shortest
        isGone = false
    }

    private mutating func planLook(at now: Deadline) {
        let isAsking = (waiting + pending.map(\.request)).contains {
            followed(by: $0) != nil
        }
        if look == .never, !deleted.isEmpty, !isAsking {
            look = now + pause
        }
    }

    /// Handles a connection that ended, became unusable, or could not be made. Returns what to
    /// report to the user.
    ///
    /// - Parameter failure: The reason why the daemon of another machine was not reached.
    /// - Throws: `error`, unless it may be temporary.
    mutating func ended(
        _ error: ClientError,
        by failure: RemoteError? = nil,
        at now: Deadline,
        using generator: inout some RandomNumberGenerator
    ) throws(ClientError) -> Follower.News? {
        let unanswered = pending.map(\.request.method).filter { $0 != Method.ping.any }
        let isBlocked = failure?.isPassing == false
        isConnected = false
        retry =
            reconnects && !isBlocked ? now + backoff.next(using: &generator) : .never
        guard reconnects, isPassing(error) else { throw error }
        defer {
            isGone = true
        }
        if isBlocked, let failure {
            return .blocked(failure)
        }
        return isGone ? nil : .gone(error, unanswered)
    }

    /// Returns true for an error that may be temporary: the daemon is gone, stopping or full. A
    /// full daemon does not count before the first table has been reported.
    private func isPassing(_ error: ClientError) -> Bool {
        switch error {
        case .lost, .timedOut, .noDaemon: true
        case .refused(let error):
            error.known == .shuttingDown
                || error.known == .limitExceeded && !shown.isEmpty
        case .unreachable, .garbled: false
        }
    }
}
