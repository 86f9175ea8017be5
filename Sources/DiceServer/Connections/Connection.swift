internal import DiceModel
internal import DiceTable
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
    let handler: RequestHandler
    let output: LineOutput
    private(set) var isOpen = true
    private(set) var logger: Logger
    var codec = LineCodec()
    /// Requests, or batches, that are being answered.
    var unanswered = 0
    /// How many requests have been performed by a task of their own.
    var performed = 0
    /// Which of them must be stored before the next request is begun; nil for none.
    var storing: Int?
    /// Whether answers wait for the end of the loop's turn.
    var isFlushing = false
    private(set) var hasInputEnded = false
    private(set) var isRefusingInput = false
    /// Notifications that wait for the reply to a batch, whose snapshots are older; nil when none is in work.
    private var held: [ByteBuffer]?
    /// The tables that this connection watches.
    private var watched: [TableName: Table] = [:]
    /// The tables of the rolls that this connection waits for, one entry a roll.
    private var rolling: [Table] = []
    /// Whoever waits for the last answer.
    private var awaitingAnswers: CheckedContinuation<Void, Never>?

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
    var wantsInput: Bool { isRefusingInput || storing == nil && !output.isBehind }

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

    /// What has been received is still carried out, but a roll is settled as soon as it starts.
    func closed() {
        guard isOpen else { return }
        isOpen = false
        for table in watched.values { table.subscribers.remove(owner) }
        watched = [:]
        for table in rolling where table.group.roll?.owner == owner {
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
        guard isOpen else { return table.group.snapshot }
        watched[table.group.name] = table
        handler.server.activity()
        return table.watch(owner, output: self)
    }

    /// Does not close a connection that nothing keeps open any more: the answer is still to be sent.
    func unwatch(_ table: Table) {
        table.subscribers.remove(owner)
        watched[table.group.name] = nil
        handler.server.activity()
    }

    /// Ties the roll that `body` begins on `table` to this connection until it returns.
    func rolling<Value>(on table: Table, _ body: () async throws -> Value) async rethrows -> Value {
        rolling.append(table)
        defer { if let index = rolling.firstIndex(where: { $0 === table }) { rolling.remove(at: index) } }
        return try await body()
    }

    // MARK: the way out

    /// Holds notifications back until `releaseNotifications()`.
    func holdNotifications() {
        held = held ?? []
    }

    func releaseNotifications() {
        guard let lines = held else { return }
        held = nil
        for line in lines { send(line) }
        sendOwedFrames()
    }

    func caughtUp() {
        sendOwedFrames()
        goOn()
    }

    private func sendOwedFrames() {
        for table in watched.values where isDrained {
            table.subscribers.sendOwedFrame(of: table.group, to: owner)
        }
    }

    // MARK: the end

    func answered() {
        awaitingAnswers?.resume()
        awaitingAnswers = nil
    }

    /// Answers a line that cannot be read on from, and closes when the client has had time to read why.
    func refuse(_ error: WireError) {
        isRefusingInput = true
        logger.notice("refused", metadata: ["reason": "\(error.data.reason)"])
        output.send(Reply(id: .null, result: .failure(error)).line())
        output.closeGently()
    }

    /// Closes when the client has ended its requests and has nothing to wait for any more.
    func closeIfDone() {
        guard isOpen, hasInputEnded, unanswered == 0, watched.isEmpty, codec.pendingBytes == 0,
            !output.isBehind, !output.isHolding
        else { return }
        output.channel.close(promise: nil)
    }

    /// Answers what is being worked on, sends what is left and closes. Returns when that is done, or when the
    /// connection is closed meanwhile.
    func finish() async {
        repeat {
            if unanswered > 0, isOpen { await withCheckedContinuation { awaitingAnswers = $0 } }
            flush()
            await output.drain()
        } while isOpen && unanswered > 0
        try? await output.channel.close()
    }
}

extension Connection: WatcherOutput {
    var isDrained: Bool { isOpen && !output.isBehind && held == nil }

    func send(_ line: ByteBuffer) {
        if held != nil {
            held?.append(line)
        } else if isOpen, output.send(line) {
            caughtUp()
        }
    }

    func watchEnded(_ table: TableName) {
        watched[table] = nil
        handler.server.activity()
        closeIfDone()
    }
}
