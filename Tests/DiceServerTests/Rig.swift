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

/// The parts of a server on an event loop that the test drives, including its clock.
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

    /// - Parameter seed: the seed of the faces; `nil` for one from the kernel. Animations do not
    ///   depend on the seed.
    init(
        isShared: Bool = false,
        seed: UInt64? = 1,
        logger: Logger = Rig.logger,
        store: TestStore = TestStore(),
        quota: Int? = nil
    ) async throws {
        self.store = store
        let loop = loop
        // A tick is the work that the loop does before its time advances.
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

    /// A loop is released on its own thread, when it is idle. Open channels and the tasks of dice
    /// in flight would keep themselves alive.
    isolated deinit {
        if let table = try? table {
            table.group.stopAnimation(.serverStopping)
        }
        for channel in channels {
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
        loop.advanceTime(by: .hours(24))
    }

    /// Returns a restarted daemon with the same store.
    func restarted() async throws -> Rig {
        try await Rig(store: store)
    }

    var table: Table {
        get throws { try #require(try tables.loaded(.default)) }
    }

    /// Advances the clock and runs the connections' loop.
    func advance(by time: Duration) async {
        await Self.advance(clock, by: time)
        loop.run()
    }

    /// Lets tasks go to sleep, advances the clock, and runs the tasks that wake up: all of them are
    /// on the table actor's loop, which runs them in order.
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

    /// Returns a client whose bytes the test delivers and takes.
    ///
    /// - Parameter uid: the user who connects; by default the daemon's own.
    func connect(_ permit: Permit = Permit(label: "tester"), uid: UInt32 = Peer.ownUID)
        throws
        -> RigClient
    {
        let account = try state.accounts.enter(permit, uid: uid)
        // An open channel would keep itself alive.
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

    /// Sends a batch; the ids of its requests start at 1.
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

    /// Returns the lines that the daemon has sent since the last call.
    func lines() throws -> [String] {
        try texts().joined().split(separator: "\n").map(String.init)
    }

    /// Returns what the daemon has written, write by write, since the last call.
    func texts() throws -> [String] {
        var texts: [String] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            if bytes.readableBytes > 0 {
                texts.append(String(buffer: bytes))
            }
        }
        return texts
    }

    /// Returns the number of lines in each write since the last call.
    func writes() throws -> [Int] {
        try texts().map { text in text.utf8.count { $0 == UInt8(ascii: "\n") } }
    }

    /// Sets whether the kernel accepts output from now on.
    func isTaking(_ takes: Bool) {
        channel.isWritable = takes
        channel.pipeline.fireChannelWritabilityChanged()
    }
}

extension StoredRoll {
    /// The started roll; `nil` while it is waiting for its contributors.
    var flight: RollFlight? { if case .started(let roll) = self { roll } else { nil } }
    /// The task that asks the roll's contributors; `nil` if the roll has started.
    var task: Task<RollFlight, any Error>? {
        if case .asking(let task) = self {
            task
        } else {
            nil
        }
    }
}

extension Table {
    /// The draws that could not be stored.
    var kept: [any FlightDraw] { ledger.unsaved }

    func watch(
        _ owner: RollOwner,
        _ frames: FrameKind = .values,
        output: any WatcherOutput
    ) -> TableSnapshot {
        watch(owner, WatchParams(table: group.name, frames: frames), output: output)
    }
}

/// A watcher's output that records its lines.
@TableActor
final class RecordingOutput: WatcherOutput {
    var isDrained = true
    var unsentBytes = 0
    /// The number of unsent bytes when the watcher was given up.
    private(set) var givenUp: Int?
    let isHolding = false
    let permit = Permit(label: "tester")
    private(set) var lines: [String] = []
    private(set) var ended: [TableName] = []

    func send(_ line: ByteBuffer) {
        lines += String(buffer: line).split(separator: "\n").map { $0 + "\n" }
    }
    func standing(at table: DiceGroup) -> Standing { .owner }
    func watchEnded(_ table: TableName) {
        ended.append(table)
    }
    func giveUp(unsent: Int) {
        givenUp = givenUp ?? unsent
    }

    /// Returns the lines since the last call.
    func take() -> [String] {
        defer {
            lines = []
        }
        return lines
    }

    /// Returns the messages since the last call, each as "frame" or the name of an event, with its
    /// revision.
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
    /// Returns the answer to a request. Throws `WireError` if it is refused.
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

    /// Returns the refusal of a request; `nil` if it succeeds.
    func refusal(_ client: RigClient, _ request: Request) async throws -> WireError? {
        do {
            _ = try await call(client, request)
            return nil
        } catch let error as WireError {
            return error
        }
    }

    /// Returns the answer to a line that is answered without advancing the clock.
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

    /// Runs the loops until `holds` returns true; throws if it never does, even after very many
    /// runs.
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

extension Table {
    /// Configures the table as its owner.
    func configure(_ params: ConfigureParams) async throws {
        try await configure(params, by: "ann", standing: .owner)
    }
}
