internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging
internal import NIOCore

/// One client: tells its state what happens, and does what the state says.
///
/// A request that changes something is stored before the next one of the same connection is handled, so a script may
/// send its lines without waiting. A roll is stored when its dice have started.
@TableActor
final class Connection {
    let owner: RollOwner
    let handler: RequestHandler
    let output: LineOutput
    var state = ConnectionState()
    var logger: Logger
    private var collected = ByteBuffer()
    private var held: [ByteBuffer] = []
    private var watched: [TableName: Table] = [:]
    /// Carries out the last request that was not answered at once.
    var task: Task<Void, Never>?
    /// The tables of the rolls that are not settled, one entry a roll.
    var rolling: [Table] = []

    /// How long a client that is being closed may go without reading anything.
    private static let lingerTime = TimeAmount.seconds(1)

    init(owner: RollOwner, peer: Peer, channel: any Channel, handler: RequestHandler, logger: Logger) {
        self.owner = owner
        self.handler = handler
        self.logger = logger
        self.logger[metadataKey: "client-pid"] = "\(peer.pid)"
        output = LineOutput(channel)
    }

    func perform(_ first: ConnectionState.Action) {
        var action = first
        while true {
            switch action {
            case .wait: return
            case .awaitTurnEnd: return handler.server.turnQueue.append(self)
            case .handle(let line):
                action = handle(line)
                continue
            case .refuse: refuse()
            case .sendMissed: sendMissed()
            case .write: write()
            case .read: output.channel.read()
            case .linger: linger()
            case .close: output.channel.close(promise: nil)
            case .cleanUp: cleanUp()
            }
            action = state.next()
        }
    }

    func turnEnded() { perform(state.turnEnded()) }

    /// Answers what is due and closes.
    func finish() async {
        perform(state.shutdown())
        try? await output.channel.closeFuture.get()
    }

    func reply(_ id: RequestID?, _ answer: Answer) {
        if let id { send(Reply(id: id, result: answer).line(), isNotification: false) }
    }

    func send(_ line: ByteBuffer, isNotification: Bool) {
        let unsent = state.isBehind ? output.unsentBytes : 0
        switch state.send(line.readableBytes, isNotification: isNotification, unsent: unsent) {
        case .drop: break
        case .hold: held.append(line)
        case .collect: collect(line)
        case .write:
            collect(line)
            write()
        case .giveUp:
            logger.warning(
                "closed: the client does not read what it asked for", metadata: ["unsent-bytes": "\(unsent)"])
            output.channel.close(promise: nil)
        }
    }

    private func collect(_ line: ByteBuffer) {
        if collected.readableBytes > 0 { collected.writeImmutableBuffer(line) } else { collected = line }
    }

    private func write() {
        let bytes = collected
        collected = ByteBuffer()
        perform(state.wrote(everything: output.write(bytes)))
    }

    private func sendMissed() {
        let lines = held
        held = []
        for line in lines { send(line) }
        for table in watched.values { table.sendMissed(to: owner) }
    }

    private func refuse() {
        let error = WireError.lineTooLong
        logger.notice("refused", metadata: ["reason": "\(error.data.reason)"])
        collect(Reply(id: .null, result: .failure(error)).line())
        write()
        let channel = output.channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(mode: .output, promise: nil) }
        linger()
    }

    private func linger() {
        let unsent = output.unsentBytes
        output.channel.eventLoop.scheduleTask(in: Self.lingerTime) { [weak self] in
            TableActor.assumeIsolated {
                guard let self else { return }
                self.perform(self.state.lingered(hasRead: self.output.unsentBytes != unsent))
            }
        }
    }

    private func cleanUp() {
        for table in watched.values { table.unwatch(owner) }
        watched = [:]
        // Where the store keeps it waiting, it is not done.
        task?.cancel()
        for table in rolling {
            if table.group.roll?.owner == owner { table.group.stopAnimation(.disconnected) }
            for flying in table.group.throwsInFlight where flying.owner == owner { flying.stop(.disconnected) }
        }
        handler.server.closed(self)
        logger.debug("disconnected")
    }
}

// MARK: what requests do to the connection

extension Connection: WatcherOutput {
    func watch(_ table: Table) -> TableSnapshot {
        guard state.isOpen else { return table.snapshot }
        setWatch(table.group.name, table)
        return table.watch(owner, output: self)
    }

    func unwatch(_ table: Table) {
        table.unwatch(owner)
        watchEnded(table.group.name)
    }

    func watchEnded(_ table: TableName) { setWatch(table, nil) }

    private func setWatch(_ name: TableName, _ table: Table?) {
        watched[name] = table
        handler.server.activity()
        perform(state.watchesChanged(to: watched.count))
    }

    var isDrained: Bool { state.isOpen && !state.isBehind && !state.isHolding }
    var isHolding: Bool { state.isHolding && !state.isBehind }
    func send(_ line: ByteBuffer) { send(line, isNotification: true) }
}

// MARK: what the channel tells, on the event loop that is the actor's

extension Connection: @TableActor ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(state.receivedBytes(unwrapInboundIn(data).readableBytesView))
    }

    func read(context: ChannelHandlerContext) {
        if state.readRequested() { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { perform(state.outputWritable()) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { perform(state.inputEnded()) }
    }

    func channelInactive(context: ChannelHandlerContext) { perform(state.closed()) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
