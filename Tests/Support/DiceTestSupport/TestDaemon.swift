internal import DiceModel
internal import DiceProof
internal import DiceServer
public import DiceTable
internal import DiceWire
internal import Listening
internal import Logging
internal import NIOCore
internal import ProgramTestSupport

/// A server inside the test process, on a real socket, with a clock and a store of the test's choice.
public struct TestDaemon: Sendable {
    public let socketPath: String
    private let folder: TemporaryFolder
    private let stopRequest: AsyncStream<Void>.Continuation

    /// Runs `body` with a server that is ready, and stops the server after it.
    public static func with<Value: Sendable>(
        store: any TableStore = TestStore(), clock: any TableClock = LoopClock(), seed: UInt64 = 1,
        _ body: @Sendable (TestDaemon) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let (ready, readyContinuation) = AsyncStream<Void>.makeStream()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = DiceServer(
            socket: try ListeningSocket(of: "diced", path: path), store: store, isNewStore: true, clock: clock,
            randomness: DiceRandomness(seeds: .derived(from: seed), animation: SeededGenerator(seed: ~seed)),
            now: { Timestamp(millisecondsSinceEpoch: 1_800_000_000_000) },
            info: ServerInfo(version: "test", pid: 1, isSeeded: true, loginName: "tester"),
            callbacks: SupervisorCallbacks(ready: { _ in readyContinuation.finish() }), logger: logger)
        let (stopRequested, stopRequest) = AsyncStream<Void>.makeStream()
        let daemon = TestDaemon(socketPath: path, folder: folder, stopRequest: stopRequest)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { readyContinuation.finish() }
                try await server.run { for await _ in stopRequested {} }
            }
            for await _ in ready {}
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(try await body(daemon))
            } catch {
                outcome = .failure(error)
            }
            // A test that has failed may have left writes waiting.
            (store as? TestStore)?.goOn()
            daemon.stop()
            try await tasks.waitForAll()
            return try outcome.get()
        }
    }

    /// Asks the server to stop, as SIGTERM does, and does not wait for it.
    public func stop() {
        stopRequest.finish()
    }

    /// Returns when `count` dice animate: from then on the clock may be moved.
    public func waitForAnimating(_ count: Int) async throws {
        let client = try await connect()
        while try await client.call(.status, as: StatusResult.self).animating != count {}
        // What starts the dice waits in the executor's queue, each level of tasks before the next; so does a list.
        for _ in 1...5 { let _: ListResult = try await client.call(.list) }
        try await client.close()
    }

    /// - Parameter reading: whether the client reads from the start, or from `startReading()` on.
    public func connect(reading: Bool = true) async throws -> TestConnection {
        try await TestConnection.connect(to: socketPath, reading: reading)
    }
}
