import DiceModel
import DiceStore
import DiceTestSupport
import DiceVerifying
import DiceWire
import Foundation
import ProgramTestSupport
import Referee
import Testing

/// A daemon, the connections at one of its tables, and a referee that checks all of these
/// connections.
actor Stage {
    private(set) var referee: Referee
    /// All steps so far.
    private(set) var steps: [Referee.Step] = []
    private var connections: [Int: TestConnection] = [:]
    private var daemon: TestDaemon?
    private var clock = TestClock()
    private var requests = 0

    init(_ referee: Referee) {
        self.referee = referee
    }

    /// Runs `body` beside a daemon with the store of a folder.
    func serve<Result: Sendable>(
        _ folder: String,
        seed: UInt64,
        _ body: @Sendable (isolated Stage) async throws -> Result
    ) async throws -> Result {
        let store = try SQLiteStore(directory: folder)
        let clock = TestClock()
        do {
            let result = try await TestDaemon.with(
                store: store,
                clock: clock,
                seed: seed
            ) { daemon in
                try await self.play(daemon, clock, body)
            }
            try await store.close()
            return result
        } catch let objection as Objection {
            throw Found(objection, steps)
        }
    }

    private func play<Result: Sendable>(
        _ daemon: TestDaemon,
        _ clock: TestClock,
        _ body: (isolated Stage) async throws -> Result
    ) async throws -> Result {
        self.daemon = daemon
        self.clock = clock
        let result = try await body(self)
        for connection in connections.values {
            try await connection.close()
        }
        self.daemon = nil
        connections = [:]
        return result
    }

    // MARK: Causes

    func open(_ connection: Int) async throws {
        connections[connection] = try await daemon?.connect()
        try await perform(.opened(connection))
    }

    func close(_ connection: Int) async throws {
        try await connections.removeValue(forKey: connection)?.close()
        try await perform(.closed(connection))
    }

    /// Sends requests as lines, or as one batch.
    func send(_ requests: [Order], asBatch: Bool = false) async throws {
        guard let connection = requests.first?.connection else { return }
        var named = requests
        for index in named.indices {
            self.requests += 1
            named[index].id = "\(self.requests)"
        }
        let values = named.map(\.value)
        try await connections[connection]?.send(
            asBatch
                ? JSON.array(values).text : values.map(\.text).joined(separator: "\n")
        )
        try await perform(.sent(named), first: connection)
    }

    /// Advances the clock.
    func pass(_ seconds: Double) async throws {
        clock.advance(by: .milliseconds(Int(seconds * 1_000)))
        // Each task that wakes up may wake other tasks.
        try await perform(.passed(seconds), times: 3)
    }

    /// Stops the daemon as SIGTERM does.
    func stop() async throws {
        daemon?.stop()
        var step = Referee.Step(.stopped)
        for (number, connection) in connections {
            while let line = try await connection.next("the end of the connection") {
                step.lines.append((number, JSON(line.utf8) ?? .null))
            }
        }
        connections = [:]
        try referee.watch(step)
        steps.append(step)
    }

    /// Copies to another folder the files that a kill of the daemon would leave now.
    func kill(_ folder: String, into other: String) async throws {
        for file in [SQLiteStore.fileName, SQLiteStore.fileName + "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder + "/" + file,
                toPath: other + "/" + file
            )
        }
        try watchAlone(.killed)
    }

    func restored() throws {
        try watchAlone(.restored)
    }

    private func watchAlone(_ cause: Referee.Step.Cause) throws {
        let step = Referee.Step(cause)
        try referee.watch(step)
        steps.append(step)
    }

    // MARK: Messages

    private func perform(_ cause: Referee.Step.Cause, first: Int? = nil, times: Int = 1)
        async throws
    {
        var step = Referee.Step(cause)
        for _ in 1...times {
            try await hear(first, &step)
        }
        let start = ContinuousClock.now
        var objections = 0
        while true {
            do {
                try referee.watch(step)
                return steps.append(step)
            } catch Objection.missing where start.duration(to: .now) < Wait.patience {
                try await hear(nil, &step)
            } catch {
                // One connection may already have received messages that others have not, because
                // the store runs on its own thread.
                objections += 1
                guard objections > 3 else {
                    try await hear(nil, &step)
                    continue
                }
                steps.append(step)
                throw error
            }
        }
    }

    /// Reads everything that each connection has received by now, starting with the given
    /// connection.
    private func hear(_ first: Int?, _ step: inout Referee.Step) async throws {
        func ask(_ number: Int) async throws {
            try await connections[number]?.send(
                #"{"jsonrpc":"2.0","id":"heard","method":"ping"}"#
            )
        }
        func read(_ number: Int) async throws {
            guard let connection = connections[number] else { return }
            while true {
                guard let text = try await connection.next("an answer"),
                    let line = JSON(text.utf8)
                else {
                    throw Objection.wrong("connection \(number) has ended")
                }
                if line["id"] == "heard" {
                    return
                }
                step.lines.append((number, line))
            }
        }
        if let first {
            try await ask(first)
            try await read(first)
        }
        let others = connections.keys.filter { $0 != first }.sorted()
        for number in others {
            try await ask(number)
        }
        for number in others {
            try await read(number)
        }
    }

    // MARK: Final checks

    /// Reads the whole history, which must equal the referee's, and verifies it.
    func verify(_ table: String) async throws {
        try await send([
            Order(
                0,
                "",
                "table.history",
                ["table": .string(table), "kind": "all", "limit": 1_000]
            )
        ])
        guard let name = TableName(table) else { return }
        let page: HistoryPage? = try await daemon?.connect().call(
            Method.history(HistoryQuery(.one(name), limit: 1_000, kind: .all))
        )
        let entries: [HistoryEntry] = page?.entries.reversed() ?? []
        try Self.verify(entries, .daemon, after: page?.archived)
        for first in entries.indices.dropFirst() {
            try Self.verify(Array(entries[first...]), .export)
        }
    }

    private static func verify(
        _ entries: [HistoryEntry],
        _ source: HistoryVerifier.Source,
        after archived: Archived? = nil
    ) throws {
        var verifier = HistoryVerifier(source)
        if let archived {
            verifier.begin(RandomPlay.table, after: archived)
        }
        do {
            for entry in entries {
                try verifier.check(entry)
            }
            try verifier.finish()
        } catch {
            throw Objection.wrong(
                "verify, of the last \(entries.count) entries: \(error)"
            )
        }
    }
}

/// An objection by the referee, with the steps that preceded it.
struct Found: Error, CustomStringConvertible {
    let description: String

    init(_ objection: Objection, _ steps: [Referee.Step]) {
        let last = steps.suffix(5).enumerated().flatMap { index, step -> [String] in
            let length = index < 4 ? 200 : 2_000
            return ["* \(Self.text(step.cause))"]
                + step.lines.map { "  \($0.to) < \($0.line.text.prefix(length))" }
        }
        description = "\(objection)\n" + last.joined(separator: "\n")
    }

    private static func text(_ cause: Referee.Step.Cause) -> String {
        guard case .sent(let orders) = cause else { return "\(cause)" }
        return orders.map { "\($0.connection) > \($0.value.text)" }.joined(
            separator: "\n* "
        )
    }
}
