import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Listening
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// The parts of a server on an event loop that the test turns, and whose time it moves.
@TableActor
final class Rig {
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    let loop = EmbeddedEventLoop()
    let clock = TestClock()
    let store: TestStore
    let state: ServerState
    let tables: Tables
    private let handler: RequestHandler
    private var channels: [EmbeddedChannel] = []

    /// - Parameter seed: of the faces; nil for one from the kernel. Animations are the same with
    ///   any.
    init(
        isShared: Bool = false,
        seed: UInt64? = 1,
        logger: Logger = Rig.logger,
        store: TestStore = TestStore(),
        quota: Int? = nil
    ) async throws {
        self.store = store
        let loop = loop
        // A tick is what the loop does before its time moves on.
        let turns = RequestTurns(
            now: { loop.now },
            ticks: { Int(loop.now.uptimeNanoseconds / 50_000) }
        )
        let state = ServerState(isShared: isShared, turns: turns)
        self.state = state
        tables = Tables(
            store: store,
            clock: clock,
            randomness: DiceRandomness(
                seeds: seed.map { .derived(from: $0) } ?? .kernel,
                animation: SeededGenerator(seed: 2)
            ),
            now: { Timestamp(millisecondsSinceEpoch: 0) },
            logger: logger,
            counts: state.counts,
            quota: quota
        )
        let info = ServerInfo(
            version: "test",
            pid: 1,
            isSeeded: true,
            loginName: "tester",
            storeBytes: { 4_096 }
        )
        handler = RequestHandler(
            tables: tables,
            info: info,
            server: state,
            rolls: RollShelf(store: store)
        )
        try await tables.load(isNew: true)
        _ = try await tables.table(.default)
    }

    /// A loop is let go on its own thread, with nothing left to do. Channels that are open keep
    /// themselves alive, and dice in flight their tasks.
    isolated deinit {
        if let table = try? table {
            table.group.stopAnimation(.serverStopping)
        }
        for channel in channels {
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
        loop.advanceTime(by: .hours(24))
    }

    /// The daemon after this one.
    func restarted() async throws -> Rig {
        try await Rig(store: store)
    }

    var table: Table {
        get throws { try #require(try tables.loaded(.default)) }
    }

    /// Moves the clock on, and turns the loop of the connections.
    func advance(by time: Duration) async {
        await Self.advance(clock, by: time)
        loop.run()
    }

    /// Lets whoever wants to sleep do so, moves the clock on, and lets those run who are woken:
    /// they are all on the one loop of the table actor, which takes them in turn.
    static func advance(_ clock: TestClock, by time: Duration) async {
        for _ in 1...10 {
            await Task.yield()
        }
        clock.advance(by: time)
        for _ in 1...10 {
            await Task.yield()
        }
    }

    func roll(dice: [Int]? = nil, animate: Bool = true, restart: Bool = false)
        async throws
        -> RollFlight
    {
        let params = RollParams(
            table: .default,
            dice: dice,
            animate: animate,
            restart: restart
        )
        return try #require(
            try await table.roll(
                params,
                from: Roller(by: "ann", owner: RollOwner(1_000))
            ).flight
        )
    }

    /// A client whose bytes the test hands over and takes.
    ///
    /// - Parameter uid: of who connects; the daemon's own user's where it is left out.
    func connect(_ permit: Permit = Permit(label: "tester"), uid: UInt32 = Peer.ownUID)
        throws
        -> RigClient
    {
        let account = try state.accounts.enter(permit, uid: uid)
        // One that is never closed keeps itself alive.
        let channel = EmbeddedChannel(loop: loop)
        let connection = ClientConnection(
            owner: state.nextOwner(),
            peer: Peer(pid: 1, uid: uid),
            permit: permit,
            account: account,
            channel: channel,
            handler: handler,
            logger: Self.logger
        )
        try channel.pipeline.syncOperations.addHandler(connection)
        channels.append(channel)
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/s"), promise: nil)
        state.opened(connection)
        return RigClient(channel: channel, connection: connection)
    }
}

@TableActor
struct RigClient {
    let channel: EmbeddedChannel
    let connection: ClientConnection

    func send(_ requests: [Request]) {
        var bytes: [UInt8] = []
        for request in requests {
            bytes += request.line(id: .integer(1))
        }
        channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    }

    /// The ids of its requests count from 1.
    func send(batch requests: [Request]) {
        let texts = requests.enumerated().map { index, request in
            String(
                decoding: request.line(id: .integer(index + 1)).dropLast(),
                as: UTF8.self
            )
        }
        channel.pipeline.fireChannelRead(
            ByteBuffer(string: "[" + texts.joined(separator: ",") + "]\n")
        )
    }

    /// The lines that have left the daemon since the last call.
    func lines() throws -> [String] {
        try texts().joined().split(separator: "\n").map(String.init)
    }

    /// What has left the daemon since the last call, write by write.
    func texts() throws -> [String] {
        var texts: [String] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            if bytes.readableBytes > 0 {
                texts.append(String(buffer: bytes))
            }
        }
        return texts
    }

    /// The same: how many lines each write had.
    func writes() throws -> [Int] {
        try texts().map { text in text.utf8.count { $0 == UInt8(ascii: "\n") } }
    }

    /// How the kernel takes what is sent from now on.
    func isTaking(_ takes: Bool) {
        channel.isWritable = takes
        channel.pipeline.fireChannelWritabilityChanged()
    }
}

extension StoredRoll {
    /// The roll that has started; nil while it waits for its contributors.
    var flight: RollFlight? { if case .started(let roll) = self { roll } else { nil } }
    /// What asks its contributors; nil if it has started.
    var task: Task<RollFlight, any Error>? {
        if case .asking(let task) = self {
            task
        } else {
            nil
        }
    }
}

extension Table {
    /// What was drawn and could not be stored.
    var kept: [any FlightDraw] { ledger.kept }

    func watch(
        _ owner: RollOwner,
        _ frames: FrameKind = .values,
        output: any WatcherOutput
    ) -> TableSnapshot {
        watch(owner, WatchParams(table: group.name, frames: frames), output: output)
    }
}

/// A watcher's way out that remembers.
@TableActor
final class RecordingOutput: WatcherOutput {
    var isDrained = true
    var unsentBytes = 0
    /// Bytes that waited when it was given up.
    private(set) var givenUp: Int?
    let isHolding = false
    let permit = Permit(label: "tester")
    private(set) var lines: [String] = []
    private(set) var ended: [TableName] = []

    func send(_ line: ByteBuffer) {
        lines += String(buffer: line).split(separator: "\n").map { $0 + "\n" }
    }
    func watchEnded(_ table: TableName) {
        ended.append(table)
    }
    func giveUp(unsent: Int) {
        givenUp = givenUp ?? unsent
    }

    /// The lines that have come since the last call.
    func take() -> [String] {
        defer {
            lines = []
        }
        return lines
    }

    /// What has come since the last call: "frame", or the name of an event, with its revision.
    func told() -> [Told] {
        defer {
            lines = []
        }
        return lines.map { line in
            switch try? ServerLine(Array(line.utf8))?.notification() {
            case .frame(let frame)?:
                Told(
                    name: "frame",
                    revision: frame.revision,
                    dice: frame.dice.map(\.die)
                )
            case .event(let event)?:
                Told(name: event.kind.name, revision: event.revision)
            case .throw(let frame)?:
                Told(
                    name: frame.rolling ? "throw" : "thrown",
                    revision: frame.revision,
                    dice: frame.dice.map(\.die)
                )
            case .tables?: Told(name: "tables", revision: 0)
            case .backup?: Told(name: "backup", revision: 0)
            case .progress?: Told(name: "progress", revision: 0)
            case nil: Told(name: line, revision: 0)
            }
        }
    }

    struct Told: Equatable {
        var name: String
        var revision: Int
        var dice: [Int] = []
    }
}

extension Rig {
    /// The answer to a request. Throws `WireError` where it is refused.
    func call(_ client: RigClient, _ request: Request) async throws -> ServerLine {
        try await answer(client) { client.send([request]) }
    }

    func call<Value: JSONReadable>(
        _ client: RigClient,
        _ request: Request,
        as type: Value.Type
    )
        async throws -> Value
    {
        try await call(client, request).result(as: type)
    }

    /// Why a request is refused; nil where it is not.
    func refusal(_ client: RigClient, _ request: Request) async throws -> WireError? {
        do {
            _ = try await call(client, request)
            return nil
        } catch let error as WireError {
            return error
        }
    }

    /// The answer to a line, which comes without the clock being moved.
    func answer(_ client: RigClient, to line: String) async throws -> ServerLine {
        try await answer(client) {
            client.channel.pipeline.fireChannelRead(ByteBuffer(string: line + "\n"))
        }
    }

    private func answer(_ client: RigClient, _ send: () -> Void) async throws
        -> ServerLine
    {
        send()
        for _ in 1...1_000 {
            for line in try client.lines().compactMap({ ServerLine(Array($0.utf8)) }) {
                switch line.kind {
                case .reply(_, let error?): throw error
                case .reply: return line
                case .notification: continue
                }
            }
            await Task.yield()
            loop.advanceTime(by: .milliseconds(1))
        }
        throw NoAnswer()
    }

    /// Turns the loops until `holds`; throws where it does not after very many turns.
    func turn(until holds: () -> Bool) async throws {
        for _ in 1...1_000_000 {
            if holds() {
                return
            }
            await Task.yield()
            loop.advanceTime(by: .microseconds(50))
        }
        throw NoAnswer()
    }

    private struct NoAnswer: Error {}
}
