import DiceModel
import DiceWire

/// What a follower of tables is to do next: what it sends and when, which request a line answers,
/// when it connects again, and what its user is told.
///
/// Lines, ends and instants come in; `next` returns what to do, and `Follower` does it. There is no
/// socket, no clock and no wait in here.
struct FollowState {
    enum Next: Hashable {
        /// Nothing until a line comes or `deadline` passes.
        case wait
        /// Connect; `connected` follows, or `ended`.
        case connect
        /// Send this, if the other side has room; `sent` follows, or `ended`.
        case send(Request)
    }

    private var tables: [TableName]
    private var frames: FrameKind
    private var viewer: String?
    private let confinement: ConfineParams?
    private var sheets: Bool
    private let patience: Duration?
    /// How long after its end, and then how often, a table is looked for.
    private let pause: Duration
    private let reconnects: Bool
    private let shortest: Backoff
    private(set) var backoff: Backoff

    private var isConnected = false
    /// Whether the user knows that the daemon is gone.
    private var isGone = false
    /// The tables that have been shown, and those of them that were deleted.
    private var shown: Set<TableName> = []
    private var deleted: Set<TableName> = []
    private var waiting: [Request] = []
    private var pending: [(id: RequestID, request: Request)] = []
    /// When to connect again.
    private var retry: Deadline
    /// When to look for the tables that were deleted.
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

    /// When `next` may have something else to do though nothing has come.
    var deadline: Deadline {
        isConnected ? min(look, responseTimeout?.deadline ?? .never) : retry
    }

    /// The method whose answer matters most of those that are to come.
    var awaited: AnyMethod {
        (pending.first { !$0.request.method.isSafeToRepeat } ?? pending.first)?.request
            .method
            ?? Method.watch.any
    }

    var hasWaiting: Bool { !waiting.isEmpty }

    // MARK: what the user asks for

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

    /// If the process was stopped, nothing tells when the lines that came meanwhile were sent.
    mutating func resumed() {
        for table in tables where !deleted.contains(table) {
            ask(for: table)
        }
    }

    /// Without a connection, nothing is sent or kept for the next one. The same read does not wait
    /// twice.
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

    // MARK: what to do

    /// - Parameter hasAgreed: whether the daemon has agreed to the protocol; until then nothing is
    ///   sent that changes something.
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

    /// Requests leave in order. Each waits for the answer to the one before it of its kind about
    /// the table, unless dice must settle first.
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

    /// The table that is followed by this request.
    private func followed(by request: Request) -> TableName? {
        guard let table = (request.params as? WatchParams)?.table else { return nil }
        return tables.contains(table) ? table : nil
    }

    // MARK: what has happened

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

    /// The request that `next` returned was sent.
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

    /// All that has come by now is heard. Returns whether there is something to do about that.
    ///
    /// - Parameter arrival: how much has come of a line whose end has not.
    /// - Throws: `timedOut` if an answer did not come in time; then `ended` follows.
    mutating func heardAll(
        at now: Deadline,
        _ arrival: Connection.Arrival = Connection.Arrival()
    ) throws(ClientError) -> Bool {
        guard responseTimeout.map({ $0.deadline <= now }) == true,
            let ping = try responseTimeout?.expire(at: now, arrival)
        else { return false }
        waiting.insert(ping, at: 0)
        return true
    }

    /// The daemon lives, though it has not answered.
    mutating func isAlive(at now: Deadline) {
        responseTimeout?.isAlive(at: now)
    }

    /// A line has come. Returns what the user is told.
    ///
    /// - Throws: `garbled`, and `refused` by a daemon that stops; then `ended` follows.
    mutating func heard(_ line: ServerLine, at now: Deadline) throws(ClientError)
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
            // An older daemon, which does not tell in advance what dice show, or has no secret
            // throws, or tells all.
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

    /// The daemon works: the pauses begin again, and its next end is told.
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

    /// The connection ended, cannot be used any more, or could not be made. Returns what the user
    /// is told.
    ///
    /// - Parameter failure: why the daemon of another machine was not reached.
    /// - Throws: `error`, unless it may be over in a while.
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

    /// Whether it is about a daemon that is gone, stops or is full, and may let this in later: at
    /// first, the follower does not wait for a daemon that is full.
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
