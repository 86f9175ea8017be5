public import DiceModel
internal import DiceServer
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// A server inside the test process, on a real socket, with a clock and a store of the test's choice.
public struct TestDaemon: Sendable {
    public let socketPath: String
    private let folder: TemporaryFolder

    /// Runs `body` with a server that is ready, and stops the server after it.
    public static func with<Value: Sendable>(
        store: any TableStore = TestStore(), clock: any TableClock = ContinuousClock(), seed: UInt64 = 1,
        _ body: @Sendable (TestDaemon) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        let daemon = TestDaemon(socketPath: folder.path + "/s", folder: folder)
        let (ready, readyContinuation) = AsyncStream<Void>.makeStream()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = DiceServer(
            socket: try ListeningSocket(path: daemon.socketPath), store: store, isNewStore: true, clock: clock,
            randomness: DiceRandomness(
                faces: SeededGenerator(seed: seed), animation: SeededGenerator(seed: ~seed)),
            now: { Timestamp(millisecondsSinceEpoch: 1_800_000_000_000) },
            info: ServerInfo(version: "test", pid: 1, isSeeded: true, loginName: "tester"),
            callbacks: SupervisorCallbacks(ready: { _ in readyContinuation.finish() }),
            eventLoop: TableLoop.eventLoop, logger: logger)
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { readyContinuation.finish() }
                try await group.run()
            }
            for await _ in ready {}
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(try await body(daemon))
            } catch {
                outcome = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try outcome.get()
        }
    }

    public func connect() async throws -> TestConnection {
        try await TestConnection.connect(to: socketPath)
    }
}
