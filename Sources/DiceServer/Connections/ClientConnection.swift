import DiceModel
import DiceTable
import DiceWire
import Listening
import Logging
import NIOCore

/// One client's connection: reports events to its `ConnectionState` and performs the actions that
/// it returns.
///
/// A request that changes something is stored before the next one of the same connection is
/// handled, so a script may send its lines without waiting. A roll is stored when its dice have
/// started.
@TableActor
final class ClientConnection {
    let owner: RollOwner
    let handler: RequestHandler
    private let peer: Peer
    private(set) var permit: Permit
    /// The account that the connection's requests count for.
    private(set) var account: Account
    let output: LineOutput
    var state = ConnectionState()
    private let serverLogger: Logger
    /// The client's name for itself, from `hello`.
    var program: String?
    private var collected = ByteBuffer()
    private var held: [ByteBuffer] = []
    private var watched: [TableName: Table] = [:]
    /// The tables whose rolls the client contributes to.
    var contributing: [TableName: Table] = [:]
    /// The pending read for the current request; `nil` if none.
    var reading: Task<Stored<any JSONWritable>, any Error>?
    /// The tables of the client's unsettled rolls, one entry per roll.
    var rolling: [Table] = []
    /// Replies that wait until the reader catches up.
    var repliesDue: [CheckedContinuation<Void, Never>] = []

    init(
        owner: RollOwner,
        peer: Peer,
        permit: Permit,
        account: Account,
        channel: any Channel,
        handler: RequestHandler,
        logger: Logger
    ) {
        self.peer = peer
        self.permit = permit
        self.account = account
        self.owner = owner
        self.handler = handler
        serverLogger = logger
        output = LineOutput(channel)
    }

    /// Created for each log line: a stored logger would take up a tenth of a watcher's memory.
    var logger: Logger {
        var logger = serverLogger
        logger[metadataKey: "client-pid"] = "\(peer.pid)"
        if let program {
            logger[metadataKey: "client"] = "\(program)"
        }
        if permit.isConfined, permit.isNamed {
            logger[metadataKey: "as"] = "\(permit.names.text)"
        }
        return logger
    }

    func perform(_ first: ConnectionState.Action) {
        var action = first
        while true {
            switch action {
            case .wait: return
            case .awaitTick:
                guard state.hasCollected, handler.server.flushQueue.isQuiet() else {
                    return handler.server.flushQueue.append(self)
                }
                action = state.tickEnded()
                continue
            case .handle(let line):
                consume()
                action = handle(line)
                continue
            case .refuse: refuse()
            case .sendMissed: sendMissed()
            case .withdrawContributions: withdrawContributions()
            case .write: write()
            case .read: output.channel.read()
            case .linger: linger()
            case .close: output.channel.close(promise: nil)
            case .cleanUp: cleanUp()
            case .retire: handler.server.accounts.leave(account)
            }
            action = state.next()
        }
    }

    func tickEnded() {
        perform(state.tickEnded())
    }

    /// Sends all pending answers and closes.
    func finish() async {
        perform(state.shutdown())
        sendReplies()
        try? await output.channel.closeFuture.get()
    }

    func reply(_ id: RequestID?, _ answer: Answer<any JSONWritable>) {
        if case .failure(let error) = answer {
            handler.server.counts.refused(error)
        }
        if let id {
            send(Reply(id: id, result: answer).line(), isNotification: false)
        }
    }

    func send(_ line: ByteBuffer, isNotification: Bool) {
        let unsent = state.isBehind ? output.unsentBytes : 0
        let mayLeave =
            !isNotification || handler.server.flushQueue.mayWrite(line.readableBytes)
        switch state.send(
            line.readableBytes,
            isNotification: isNotification,
            unsent: unsent,
            mayLeave: mayLeave
        ) {
        case .drop: break
        case .hold: held.append(line)
        case .collect: collect(line)
        case .postpone:
            collect(line)
            handler.server.flushQueue.append(self)
        case .write:
            collect(line)
            write()
        case .giveUp:
            logger.warning(
                "closed: the client is not reading the data that it requested",
                metadata: ["unsent-bytes": "\(unsent)"]
            )
            output.channel.close(promise: nil)
        }
    }

    private func collect(_ line: ByteBuffer) {
        if collected.readableBytes > 0 {
            collected.writeImmutableBuffer(line)
        } else {
            collected = line
        }
    }

    private func write() {
        let bytes = collected
        collected = ByteBuffer()
        perform(state.wrote(everything: output.write(bytes)))
    }

    private func sendMissed() {
        let lines = held
        held = []
        for line in lines {
            send(line)
        }
        sendReplies()
        for table in watched.values {
            table.sendMissed(to: owner)
        }
        if handler.tables.lists.includes(owner) {
            handler.tables.lists.changed()
        }
    }

    private func refuse() {
        let error = WireError.lineTooLong
        logger.notice("refused", metadata: ["reason": "\(error.data.reason)"])
        handler.server.counts.refused(error)
        collect(Reply(id: .null, result: .failure(error)).line())
        write()
        let channel = output.channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            channel.close(mode: .output, promise: nil)
        }
        linger()
    }

    private func linger() {
        let unsent = output.unsentBytes
        output.channel.eventLoop.scheduleTask(
            in: TimeAmount(handler.server.times.linger)
        ) {
            [weak self] in
            TableActor.assumeIsolated {
                guard let self else { return }
                self.perform(
                    self.state.lingered(hasRead: self.output.unsentBytes != unsent)
                )
            }
        }
    }

    private func cleanUp() {
        for table in watched.values {
            table.unwatch(owner)
        }
        watched = [:]
        withdrawContributions()
        sendReplies()
        handler.tables.lists.remove(owner)
        // The client can no longer receive the result.
        reading?.cancel()
        for table in rolling {
            table.stopAnimation(.disconnected, of: owner)
        }
        handler.server.closed(self)
        logger.debug("disconnected")
    }
}

// MARK: permissions

extension ClientConnection {
    var uid: UInt32 { peer.uid }

    /// True if the client may change and delete the property of others, and is exempt from a user's
    /// limits.
    var isAdministrator: Bool {
        !permit.isConfined && (!handler.server.isShared || peer.uid == Peer.ownUID)
    }

    /// True if the client may copy the whole store.
    var mayCopyEverything: Bool {
        isAdministrator || !permit.isConfined && peer.uid == 0
    }

    /// Counts a request that is about to run.
    private func consume() {
        handler.server.turns.spend(1, of: account)
        checkTurn()
    }

    /// Makes further requests wait for the account's next turn if its share of this tick is used
    /// up.
    private func checkTurn() {
        guard !state.isShareUsed, !handler.server.turns.mayRun(account) else { return }
        state.shareUsed()
        handler.server.turns.wait(account, on: output.channel.eventLoop) {
            self.perform(self.state.refilled())
        }
    }

    /// Lets others have their turn in the middle of a batch.
    ///
    /// - Parameter requests: the number of requests that are still to come in the batch.
    func yieldToOthers(for requests: Int) async {
        // The scheduler divides tasks into slices.
        guard account.key.isGuest else { return await Task.yield() }
        let turns = handler.server.turns
        let account = account
        guard !turns.mayRun(account) else {
            turns.spend(requests, of: account)
            return await Task.yield()
        }
        await withCheckedContinuation { continuation in
            turns.wait(account, on: output.channel.eventLoop) {
                turns.spend(requests, of: account)
                continuation.resume()
            }
        }
    }

    /// Narrows the connection's permit. Throws `notAllowed` or `limitExceeded` without changing
    /// anything.
    func confine(_ params: ConfineParams) throws(WireError) -> ConfineParams {
        let narrowed = try permit.narrowed(by: params)
        if narrowed.name != permit.name || narrowed.isGuest != permit.isGuest {
            let next = try handler.server.accounts.enter(narrowed, uid: peer.uid)
            handler.server.accounts.leave(account)
            account = next
        }
        permit = narrowed
        for (name, table) in watched {
            if permit.includes(name) {
                table.permitChanged(of: owner)
            } else {
                unwatch(table)
            }
        }
        confineContributions()
        handler.tables.lists.changed()
        return permit.confinement
    }
}

extension ClientConnection {
    /// Notes that the client plays as a bot.
    func becomeBot() {
        guard !permit.isBot else { return }
        permit.becomeBot()
        for table in watched.values {
            table.permitChanged(of: owner)
        }
    }
}

// MARK: effects of requests on the connection

extension ClientConnection: WatcherOutput {
    func watch(_ table: Table, _ params: WatchParams) -> TableSnapshot {
        guard state.isOpen else { return table.snapshot(for: self) }
        setWatch(table.group.name, table)
        return table.watch(owner, params, output: self)
    }

    func unwatch(_ table: Table) {
        table.unwatch(owner)
        // The connection may no longer reveal contributions at these tables.
        if contributing.removeValue(forKey: table.group.name) != nil {
            table.contributorLeft(owner)
        }
        watchEnded(table.group.name)
    }

    func watchEnded(_ table: TableName) {
        setWatch(table, nil)
    }

    private func setWatch(_ name: TableName, _ table: Table?) {
        watched[name] = table
        handler.server.activity()
        countWatches()
    }

    /// - Parameter told: the list in the reply.
    func watchList(told: [TableSummary]) {
        guard state.isOpen else { return }
        handler.tables.lists.add(self, told: told)
        countWatches()
    }

    func unwatchList() {
        handler.tables.lists.remove(owner)
        countWatches()
    }

    private func countWatches() {
        perform(
            state.watchesChanged(
                to: watched.count + (handler.tables.lists.includes(owner) ? 1 : 0)
            )
        )
    }

    var unsentBytes: Int { output.unsentBytes }

    func giveUp(unsent: Int) {
        guard state.isOpen else { return }
        logger.warning(
            "closed: the client is not reading the data that it requested",
            metadata: ["unsent-bytes": "\(unsent)"]
        )
        output.channel.close(promise: nil)
    }

    var isDrained: Bool { state.isOpen && !state.isBehind && !state.isHolding }
    var isHolding: Bool { state.isHolding && !state.isBehind }
    func send(_ line: ByteBuffer) {
        send(line, isNotification: true)
    }
}

// MARK: channel events, on the actor's event loop

extension ClientConnection: @TableActor ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        checkTurn()
        perform(
            unwrapInboundIn(data).withUnsafeReadableBytes { state.receivedBytes($0) }
        )
    }

    func read(context: ChannelHandlerContext) {
        if state.readRequested() {
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            perform(state.outputWritable())
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            perform(state.inputEnded())
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        perform(state.closed())
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
