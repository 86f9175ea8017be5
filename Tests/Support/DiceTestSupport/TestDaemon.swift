import DiceModel
import DiceProof
package import DiceServer
package import DiceTable
import DiceWire
import Listening
import Logging
import NIOCore
import ProgramTestSupport

/// A server inside the test process on a real socket, with the test's clock and store.
package struct TestDaemon: Sendable {
    package let socketPath: String
    private let folder: TemporaryFolder
    private let stopRequest: AsyncStream<Void>.Continuation

    /// Runs `body` with a server that is ready, and stops the server afterwards.
    ///
    /// - Parameters:
    ///   - clock: the clock; by default it stands still, so that no die settles by itself.
    ///   - times: the server's other delays, which end by the real clock.
    ///   - told: receives the messages to the supervisor.
    package static func with<Value: Sendable>(
        store: any TableStore = TestStore(),
        clock: any TableClock = TestClock(),
        seed: UInt64 = 1,
        times: ServerTimes = ServerTimes(),
        told: (@Sendable (String) -> Void)? = nil,
        _ body: @Sendable (TestDaemon) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let ready = Wait()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var callbacks = SupervisorCallbacks()
        callbacks.ready = { status in
            told?("ready: \(status)")
            ready.end()
        }
        callbacks.status = { told?("status: \($0)") }
        callbacks.stopping = { told?("stopping") }
        callbacks.stoppingProgress = { told?("progress") }
        callbacks.alive = { told?("alive") }
        callbacks.aliveInterval = told.map { _ in .milliseconds(1) }
        let server = DiceServer(
            socket: try ListeningSocket(of: "diced", path: path),
            store: store,
            isNewStore: true,
            clock: clock,
            randomness: DiceRandomness(
                seeds: .derived(from: seed),
                animation: SeededGenerator(seed: ~seed)
            ),
            now: { Timestamp(millisecondsSinceEpoch: 1_800_000_000_000) },
            info: ServerInfo(
                version: "test",
                pid: 1,
                isSeeded: true,
                loginName: "tester"
            ),
            times: times,
            callbacks: callbacks,
            logger: logger
        )
        let (stopRequested, stopRequest) = AsyncStream<Void>.makeStream()
        let daemon = TestDaemon(
            socketPath: path,
            folder: folder,
            stopRequest: stopRequest
        )
        let serving = Task {
            defer {
                ready.end()
            }
            try await server.run { for await _ in stopRequested {} }
        }
        let outcome: Result<Value, any Error>
        do {
            try await ready.ended { "the daemon is not ready" }
            outcome = .success(try await body(daemon))
        } catch {
            outcome = .failure(error)
        }
        // A failed test may have left writes waiting.
        (store as? TestStore)?.goOn()
        daemon.stop()
        // If several failures have happened, the first is reported.
        if case .success = outcome {
            try await serving.ended("the daemon has not stopped")
        }
        return try outcome.get()
    }

    /// Asks the server to stop, as SIGTERM does, and returns immediately.
    package func stop() {
        stopRequest.finish()
    }

    /// Returns when `count` dice are animating; the clock may be advanced afterwards.
    package func waitForAnimating(_ count: Int) async throws {
        let client = try await connect()
        try await client.status("\(count) dice animate") { $0.animating == count }
        // The tasks that start the dice wait in the executor's queue, level by level; so do the
        // tasks that send lists.
        for _ in 1...5 {
            try await client.call(.list)
        }
        try await client.close()
    }

    /// Returns when `count` dice have animated and the clock has advanced until all of them settle.
    package func settle(_ count: Int, on clock: TestClock) async throws {
        try await waitForAnimating(count)
        clock.advance(by: .seconds(2))
    }

    /// - Parameter reading: true to read from the start, false to read from `startReading()` on.
    package func connect(reading: Bool = true) async throws -> TestConnection {
        try await TestConnection.connect(to: socketPath, reading: reading)
    }
}
