import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@Suite("Shutdown")
struct ShutdownTests {
    @Test("dice in flight are settled, the roller answered and the watchers told, in this order")
    func settlesAndTells() async throws {
        let store = TestStore()
        // On a clock that stands still no die settles by itself.
        let lines = try await TestDaemon.with(store: store, clock: TestClock()) { daemon in
            let client = try await daemon.connect()
            let _: TableSnapshot = try await client.call(.watch(WatchParams(table: .default)))
            try await client.send(.roll(RollParams(table: .default)), id: 9)
            while try await client.nextMessage().notification()?.isRollStarted != true {}
            return client
        }
        var messages: [String] = []
        while let line = await lines.next() {
            let message = try #require(ServerLine(Array(line.utf8)))
            switch (message.kind, try message.notification()) {
            case (.reply(let id, _), _): messages.append("reply \(id)")
            case (_, .event(let event)?): messages.append(event.kind.name)
            default: break
            }
        }
        #expect(messages == ["rollSettled", "serverStopping", "reply integer(9)"])
        #expect(store.openRolls().map(\.outcome) == [.cancelled])
    }

    @Test("tables that were stored are there again")
    func restart() async throws {
        let store = TestStore()
        let before = try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            let _: TableSnapshot = try await client.call(.lock(DiceParams(table: .default, dice: [2])))
            let _: RollResult = try await client.call(.roll(RollParams(table: .default)))
            return try await client.call(.get(TableParams(table: .default)), as: TableSnapshot.self)
        }
        let after = try await TestDaemon.with(store: store) { daemon in
            try await daemon.connect().call(.get(TableParams(table: .default)), as: TableSnapshot.self)
        }
        #expect(after.dice == before.dice && after.turn == before.turn && after.roll == before.roll)
    }
}
