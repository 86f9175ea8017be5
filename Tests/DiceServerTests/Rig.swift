import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
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
    let store = TestStore()
    let state = ServerState()
    let tables: Tables
    private let handler: RequestHandler
    private var channels: [EmbeddedChannel] = []

    init() async throws {
        tables = Tables(
            store: store, clock: clock,
            randomness: DiceRandomness(faces: SeededGenerator(seed: 1), animation: SeededGenerator(seed: 2)),
            now: { Timestamp(millisecondsSinceEpoch: 0) }, logger: Self.logger)
        let info = ServerInfo(version: "test", pid: 1, isSeeded: true, loginName: "tester")
        handler = RequestHandler(tables: tables, info: info, server: state, rolls: RollShelf(store: store))
        try await tables.load(isNew: true)
        _ = try await tables.table(.default)
    }

    /// A loop is let go on its own thread, with nothing left to do. Channels that are open keep themselves alive, and
    /// dice in flight their tasks.
    isolated deinit {
        if let table = try? table { table.group.stopAnimation(.serverStopping) }
        for channel in channels { _ = try? channel.finish(acceptAlreadyClosed: true) }
        loop.advanceTime(by: .hours(24))
    }

    var table: Table {
        get throws { try #require(try tables.loaded(.default)) }
    }

    /// Moves the clock on, and turns the loop of the connections.
    func advance(by time: Duration) async {
        await Self.advance(clock, by: time)
        loop.run()
    }

    /// Lets whoever wants to sleep do so, moves the clock on, and lets those run who are woken: they are all on the one
    /// loop of the table actor, which takes them in turn.
    static func advance(_ clock: TestClock, by time: Duration) async {
        for _ in 1...10 { await Task.yield() }
        clock.advance(by: time)
        for _ in 1...10 { await Task.yield() }
    }

    func roll(restart: Bool = false) async throws -> Roll {
        let params = RollParams(table: .default, restart: restart)
        return try await table.roll(params, by: "ann", owner: RollOwner(1_000)) { nil }
    }

    /// A client whose bytes the test hands over and takes.
    func connect() throws -> RigClient {
        let channel = EmbeddedChannel(loop: loop)
        let connection = Connection(
            owner: state.nextOwner(), peer: Peer(pid: 1, uid: Peer.ownUID), channel: channel, handler: handler,
            logger: Self.logger)
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
    let connection: Connection

    func send(_ requests: [Request]) {
        var bytes: [UInt8] = []
        for request in requests { bytes += request.line(id: .integer(1)) }
        channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    }

    func send(batch requests: [Request]) {
        let texts = requests.map { String(decoding: $0.line(id: .integer(1)).dropLast(), as: UTF8.self) }
        channel.pipeline.fireChannelRead(ByteBuffer(string: "[" + texts.joined(separator: ",") + "]\n"))
    }

    /// The lines that have left the daemon since the last call.
    func lines() throws -> [String] {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text.split(separator: "\n").map(String.init)
    }

    /// What has left the daemon since the last call: how many lines each write had.
    func writes() throws -> [Int] {
        var counts: [Int] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            if bytes.readableBytes > 0 { counts.append(bytes.readableBytesView.count { $0 == UInt8(ascii: "\n") }) }
        }
        return counts
    }

    /// How the kernel takes what is sent from now on.
    func isTaking(_ takes: Bool) {
        channel.isWritable = takes
        channel.pipeline.fireChannelWritabilityChanged()
    }
}

/// A watcher's way out that remembers.
@TableActor
final class RecordingOutput: WatcherOutput {
    var isDrained = true
    let isHolding = false
    private(set) var lines: [String] = []
    private(set) var ended: [TableName] = []

    func send(_ line: ByteBuffer) { lines.append(String(buffer: line)) }
    func watchEnded(_ table: TableName) { ended.append(table) }

    /// What has come since the last call: "frame", or the name of an event, with its revision.
    func told() -> [Told] {
        defer { lines = [] }
        return lines.map { line in
            switch try? ServerLine(Array(line.utf8))?.notification() {
            case .frame(let frame)?: Told(name: "frame", revision: frame.revision, dice: frame.dice.map(\.die))
            case .event(let event)?: Told(name: event.kind.name, revision: event.revision)
            case .throw(let frame)?:
                Told(
                    name: frame.rolling ? "throw" : "thrown", revision: frame.revision, dice: frame.dice.map(\.die))
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
