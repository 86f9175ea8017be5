import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

@Suite("A batch while its dice roll")
@TableActor
struct BatchTests {
    private let rig: Rig
    private let client: RigClient
    private let other: TableName

    init() async throws {
        rig = try await Rig()
        client = try rig.connect()
        other = try #require(TableName("other"))
        _ = try await rig.call(
            client,
            Method.create(CreateParams(table: other, SettingsChange(dice: [6, 6])))
        )
    }

    /// The kind of a line from the daemon: a batch, a reply, a frame, or the event with this name.
    private struct Line {
        let name: String
        var replies: [ServerLine] = []
        var dice: [DieState] = []

        init(_ text: String) throws {
            if text.hasPrefix("[") {
                name = "batch"
                let elements = try #require(
                    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any]
                )
                replies = try elements.map { element in
                    try #require(
                        ServerLine(
                            Array(try JSONSerialization.data(withJSONObject: element))
                        )
                    )
                }
                return
            }
            let line = try #require(ServerLine(Array(text.utf8)))
            switch try line.notification() {
            case .frame(let frame)?:
                name = "frame"
                dice = frame.dice
            case .throw?: name = "throw"
            case .event(let event)?: name = event.kind.name
            case .tables?: name = "tables"
            case .backup?: name = "backup"
            case .progress?: name = "progress"
            case nil:
                name = "reply"
                replies = [line]
            }
        }

        /// Returns the refusal of the request at this position; `nil` if it succeeds.
        func refusal(_ place: Int) -> ErrorCode? {
            guard replies.indices.contains(place),
                case .reply(_, let error?) = replies[place].kind
            else { return nil }
            return error.known
        }
    }

    /// Returns the lines that the client has received since the last call.
    private func lines(_ client: RigClient? = nil) throws -> [Line] {
        try (client ?? self.client).lines().map(Line.init).filter {
            $0.name != "watchersChanged"
        }
    }

    private func table(_ name: TableName = .default) throws -> Table {
        try #require(try rig.tables.loaded(name))
    }

    private func sendAndRoll(_ requests: [Request], at tables: [TableName] = [.default])
        async throws
    {
        client.send(batch: requests)
        try await rig.turn {
            tables.allSatisfy { (try? table($0).group.isAnyDieAnimating) == true }
        }
    }

    private func roll(_ table: TableName = .default, restart: Bool = false) -> Request {
        Method.roll(RollParams(table: table, restart: restart))
    }

    private var get: Request { Method.get(GetParams(table: .default)) }

    @Test(
        "a batch is answered in request order once its dice settle, without delaying later requests"
    )
    func order() async throws {
        try await sendAndRoll([
            roll(), get, Method.lock(LockParams(table: .default, dice: [1])),
            Method.endTurn(EndTurnParams(table: .default)),
            Method.lock(LockParams(table: other, dice: [2])),
        ])
        try await rig.turn { rig.store.stored(other)?.dice[1].locked == true }
        _ = try await rig.call(client, Method.ping())
        #expect(client.connection.state.unsettled == 1)
        await rig.advance(by: .seconds(2))
        let lines = try lines()
        #expect(lines.map(\.name) == ["batch"])
        #expect(client.connection.state.unsettled == 0)
        let batch = try #require(lines.first)
        #expect(
            batch.replies.map {
                if case .reply(.integer(let id), _) = $0.kind { id } else { 0 }
            }
                == [1, 2, 3, 4, 5]
        )
        #expect(try batch.replies[0].result(as: RollResult.self).outcome == .completed)
        #expect(try batch.replies[1].result(as: TableSnapshot.self).rolling)
        #expect((0...4).map(batch.refusal) == [nil, nil, .dieAnimating, .busy, nil])
    }

    @Test(
        "notifications to the batch's own watcher wait for its reply; other watchers do not wait"
    )
    func watch() async throws {
        let watcher = RecordingOutput()
        _ = try table().watch(RollOwner(7), output: watcher)
        try await sendAndRoll([Method.watch(WatchParams(table: .default)), roll()])
        for _ in 1...4 {
            await rig.advance(by: .milliseconds(100))
        }
        #expect(try lines().isEmpty && watcher.told().count > 3)
        await rig.advance(by: .seconds(2))
        let lines = try lines()
        #expect(lines.first?.name == "batch")
        #expect(lines.dropFirst().allSatisfy { $0.name != "batch" })
        #expect(
            lines.map(\.name).filter { $0.hasPrefix("roll") } == [
                "rollStarted", "rollSettled",
            ]
        )
        #expect(lines.last?.name == "rollSettled")
        let replies = try #require(lines.first?.replies)
        var dice = try replies[0].result(as: TableSnapshot.self).dice
        for die in lines.flatMap(\.dice) {
            dice[die.die - 1] = die
        }
        #expect(try dice == replies[1].result(as: RollResult.self).dice)
        try table().group.dice[0].toggleLock()
        await rig.advance(by: .milliseconds(16))
        #expect(try self.lines().map(\.name) == ["frame"], "nothing waits any more")
    }

    @Test("notifications do not wait for a batch without a snapshot")
    func withoutSnapshot() async throws {
        _ = try await rig.call(client, Method.watch(WatchParams(table: .default)))
        try await sendAndRoll([roll(), Method.ping()])
        await rig.advance(by: .milliseconds(300))
        let names = try lines().map(\.name)
        #expect(names.contains("rollStarted"))
        #expect(names.contains("frame"))
        #expect(!names.contains("batch"))
        await rig.advance(by: .seconds(2))
        #expect(try lines().map(\.name).suffix(2) == ["rollSettled", "batch"])
    }

    @Test(
        "the batch whose dice settle first is answered first, and notifications wait for both",
        arguments: [0, 1]
    )
    func two(_ first: Int) async throws {
        let tables: [TableName] = [.default, other]
        _ = try await rig.call(client, Method.watch(WatchParams(table: .default)))
        for table in tables {
            try await sendAndRoll([get, roll(table)], at: [table])
        }
        _ = try lines()
        for (table, isLast) in [(tables[first], false), (tables[1 - first], true)] {
            try self.table(table).stopAnimation(.cancel)
            try await rig.turn { client.connection.state.unsettled == (isLast ? 0 : 1) }
            await rig.advance(by: .milliseconds(16))
            let lines = try lines()
            let batch = try #require(lines.first { $0.name == "batch" })
            #expect(lines[0].name == "batch")
            #expect((lines.count > 1) == isLast)
            #expect(
                try batch.replies[1].result(as: RollResult.self).table
                    == table.description
            )
            if isLast {
                #expect(lines.last?.name == "rollSettled")
            }
        }
    }

    @Test(
        "each roll of a batch is answered in its place: cancelled, completed or refused"
    )
    func severalRolls() async throws {
        try await sendAndRoll([roll(), roll(restart: true), roll()])
        try await rig.turn { (try? table().group.rollCount) == 2 }
        await rig.advance(by: .seconds(2))
        let batch = try #require(try lines().first)
        let results = try batch.replies.prefix(2).map {
            try $0.result(as: RollResult.self)
        }
        #expect(results.map(\.outcome) == [.cancelled, .completed])
        #expect(results.map(\.roll) == [1, 2])
        #expect(results[0].reason == .restart)
        #expect(batch.refusal(2) == .busy)
    }

    @Test("a batch waits for its throw, and the throw's notifications follow the reply")
    func thrown() async throws {
        client.send(batch: [
            Method.watch(WatchParams(table: .default)),
            Method.throw(ThrowParams(table: .default, expression: "3d6")),
        ])
        try await rig.turn { rig.tables.animatingDice == 3 }
        await rig.advance(by: .milliseconds(300))
        #expect(try lines().isEmpty)
        await rig.advance(by: .seconds(2))
        let lines = try lines()
        #expect(lines.first?.name == "batch")
        #expect(lines.last?.name == "throwEnded")
        #expect(try lines[0].replies[1].result(as: ThrowResult.self).dice.count == 3)
    }

    @Test("the list of tables in a batch is sent before a newer one")
    func list() async throws {
        let second = try rig.connect()
        try await sendAndRoll([Method.watchList(), roll()])
        _ = try await rig.call(second, Method.delete(DeleteParams(table: other)))
        // Longer than the gathering time for the list of tables.
        await rig.advance(by: .milliseconds(1_050))
        #expect(try lines().isEmpty && table().group.isAnyDieAnimating)
        for _ in 1...3 {
            await rig.advance(by: .seconds(1))
        }
        #expect(try lines().map(\.name) == ["batch", "tables"])
    }

    @Test(
        "dice of a batch settle at every table when its client leaves, and nothing is kept"
    )
    func leaving() async throws {
        let watchers = [RecordingOutput(), RecordingOutput()]
        for (watcher, name) in zip(watchers, [TableName.default, other]) {
            _ = try table(name).watch(RollOwner(7), output: watcher)
        }
        try await sendAndRoll([get, roll(), roll(other)], at: [.default, other])
        #expect(client.connection.rolling.count == 2)
        client.channel.close(promise: nil)
        try await rig.turn { client.connection.state.unsettled == 0 }
        #expect(rig.tables.animatingDice == 0)
        #expect(client.connection.rolling.isEmpty)
        for watcher in watchers {
            #expect(
                watcher.lines.contains {
                    $0.contains("rollSettled")
                        && $0.contains(#""reason":"disconnected""#)
                }
            )
        }
        #expect(try lines().isEmpty)
    }

    @Test("a batch of notifications alone rolls and gets no reply")
    func notifications() async throws {
        let line =
            #"[{"jsonrpc":"2.0","method":"table.roll"},{"jsonrpc":"2.0","method":"table.get"}]"#
        client.channel.pipeline.fireChannelRead(ByteBuffer(string: line + "\n"))
        try await rig.turn { rig.tables.animatingDice > 0 }
        await rig.advance(by: .seconds(2))
        #expect(try lines().isEmpty)
        #expect(client.connection.state.unsettled == 0)
        #expect(try table().group.rollCount == 1)
    }
}
