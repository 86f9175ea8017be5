internal import DiceModel
internal import DiceWire
internal import Logging
internal import NIOCore

/// One client: its requests in order, its replies, its rolls and its watches.
///
/// A request that changes something is stored before the next one of the same connection is begun, so a script may
/// send its lines without waiting. A roll counts as done, in this respect, when its dice have started.
@TableActor
final class Connection {
    let owner: RollOwner
    let peer: Peer
    private(set) var isOpen = true
    private(set) var logger: Logger
    private let handler: RequestHandler
    private let output: LineOutput
    private var codec = LineCodec()
    /// The tables that this connection watches.
    private var watched: [TableName: Table] = [:]
    /// The tables where a roll of this connection is in flight.
    private var rolling: [TableName: Table] = [:]
    /// Requests, or batches, that are being answered.
    private var unanswered = 0
    /// Whether a request must be stored before the next one is begun.
    private var isStoring = false
    /// Whether the loop will come back for the lines that this turn had no time for.
    private var isScheduled = false
    /// Whoever waits for the last answer.
    private var awaitingAnswers: CheckedContinuation<Void, Never>?
    private var hasInputEnded = false
    private var isRefusingInput = false

    /// Requests of one connection that are begun in one turn of the loop, before others have theirs.
    private static let requestsPerTurn = 16

    init(owner: RollOwner, peer: Peer, channel: any Channel, handler: RequestHandler, logger: Logger) {
        self.owner = owner
        self.peer = peer
        self.handler = handler
        var logger = logger
        logger[metadataKey: "client-pid"] = "\(peer.pid)"
        self.logger = logger
        output = LineOutput(channel: channel, logger: logger)
    }

    /// Whether more input would be worked on soon; else it is left in the socket.
    var wantsInput: Bool {
        isRefusingInput || !(isStoring || isScheduled || output.isBehind)
    }

    // MARK: what the socket tells

    func received(_ bytes: some Collection<UInt8>) {
        guard !isRefusingInput else { return }
        codec.append(bytes)
        work()
    }

    func inputEnded() {
        hasInputEnded = true
        work()
    }

    func writabilityChanged() {
        if output.hasCaughtUp() { caughtUp() }
    }

    func closed() {
        guard isOpen else { return }
        isOpen = false
        for table in watched.values { table.subscribers.remove(owner) }
        watched = [:]
        for table in rolling.values where table.group.roll?.owner == owner {
            table.group.stopAnimation(.disconnected)
        }
        handler.server.closed(self)
        answered()
        logger.debug("disconnected")
    }

    // MARK: what requests do to the connection

    func introduce(_ client: String) {
        logger[metadataKey: "client"] = "\(client)"
    }

    func watch(_ table: Table) -> TableSnapshot {
        watched[table.group.name] = table
        handler.server.activity()
        return table.watch(owner, output: self)
    }

    func unwatch(_ table: Table) {
        table.subscribers.remove(owner)
        watchEnded(table.group.name)
    }

    /// Ties the roll that `body` begins on `table` to this connection until it returns.
    func rolling<Value>(on table: Table, _ body: () async throws -> Value) async rethrows -> Value {
        rolling[table.group.name] = table
        defer { if table.group.roll?.owner != owner { rolling[table.group.name] = nil } }
        return try await body()
    }

    // MARK: requests

    private func work() {
        output.cork()
        var turn = Self.requestsPerTurn
        while !isStoring, !isScheduled, !isRefusingInput, !output.isBehind, let piece = nextPiece() {
            begin(piece)
            turn -= 1
            if turn == 0 { comeBack() }
        }
        if output.uncork() { caughtUp() }
        closeIfDone()
    }

    private func nextPiece() -> LineCodec.Piece? {
        codec.next() ?? (hasInputEnded ? codec.finish() : nil)
    }

    private func comeBack() {
        isScheduled = true
        output.channel.eventLoop.execute {
            TableActor.assumeIsolated {
                self.isScheduled = false
                self.goOn()
            }
        }
    }

    /// Works on what has arrived, and reads on where reading was held back.
    private func goOn() {
        work()
        if isOpen, wantsInput { output.channel.read() }
    }

    private func caughtUp() {
        for table in watched.values where !output.isBehind {
            table.subscribers.sendOwedFrame(of: table.group, to: owner)
        }
        goOn()
    }

    private func begin(_ piece: LineCodec.Piece) {
        switch piece {
        case .tooLong: refuse(.lineTooLong)
        case .line(let line):
            switch handler.decoder.decode(line) {
            case .single(let call): begin(call)
            case .batch(let calls):
                begin(calls.map { call in (call.id, { self.handling(of: call) }) }) { replies in
                    if !replies.isEmpty { self.output.send(replies.line()) }
                }
            }
        }
    }

    private func begin(_ call: Call) {
        let handling = handling(of: call)
        if case .now(let answer) = handling {
            if let id = call.id { output.send(Reply(id: id, result: answer).line()) }
            return
        }
        begin([(call.id, { handling })]) { replies in
            for reply in replies { self.output.send(reply.line()) }
        }
    }

    private func handling(of call: Call) -> Handling {
        switch call.request {
        case .success(let request): handler.handle(request, from: self)
        case .failure(let error): .now(.failure(error))
        }
    }

    /// Begins requests one after the other; `send` gets their replies, in order, when the last is there.
    private func begin(_ requests: [(id: RequestID?, handling: () -> Handling)], send: @escaping ([Reply]) -> Void) {
        isStoring = true
        unanswered += 1
        Task {
            var begun: [(id: RequestID?, request: Begun)] = []
            for (id, handling) in requests { begun.append((id, await handling().begin())) }
            let isAnswered = begun.allSatisfy { $0.request.isAnswered }
            if !isAnswered { nextMayBegin() }
            var replies: [Reply] = []
            for (id, request) in begun {
                let answer = await request.answer
                if case .failure(let error) = answer { log(error) }
                if let id { replies.append(Reply(id: id, result: answer)) }
            }
            unanswered -= 1
            send(replies)
            if unanswered == 0 { answered() }
            if isAnswered { nextMayBegin() }
            closeIfDone()
        }
    }

    private func nextMayBegin() {
        isStoring = false
        goOn()
    }

    private func answered() {
        awaitingAnswers?.resume()
        awaitingAnswers = nil
    }

    private func log(_ error: WireError) {
        guard error.known == .internalError || error.known == .storageFailed else { return }
        logger.error("a request failed", metadata: ["error": "\(error.message)"])
    }

    // MARK: the end

    /// Answers a line that cannot be read on from, and closes when the client has had time to read why.
    private func refuse(_ error: WireError) {
        isRefusingInput = true
        logger.notice("refused", metadata: ["reason": "\(error.data.reason)"])
        output.send(Reply(id: .null, result: .failure(error)).line())
        output.closeGently()
    }

    /// Closes when the client has ended its requests and has nothing to wait for any more.
    private func closeIfDone() {
        guard isOpen, hasInputEnded, unanswered == 0, watched.isEmpty, !isScheduled, codec.pendingBytes == 0,
            !output.isBehind
        else { return }
        output.channel.close(promise: nil)
    }

    /// Answers what is being worked on, sends what is left and closes. Returns when that is done, or when the
    /// connection is closed meanwhile.
    func finish() async {
        if unanswered > 0, isOpen { await withCheckedContinuation { awaitingAnswers = $0 } }
        let channel = output.channel
        try? await channel.writeAndFlush(ByteBuffer()).get()
        try? await channel.close()
    }

    func close() {
        output.channel.close(promise: nil)
    }
}

extension Connection: WatcherOutput {
    var isDrained: Bool { isOpen && !output.isBehind }

    func send(_ line: ByteBuffer) {
        if isOpen, output.send(line) { caughtUp() }
    }

    func watchEnded(_ table: TableName) {
        watched[table] = nil
        handler.server.activity()
        closeIfDone()
    }
}
