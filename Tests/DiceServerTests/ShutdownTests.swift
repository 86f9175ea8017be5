import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@Suite("Shutdown")
struct ShutdownTests {
    @Test(
        "shutdown settles dice in flight, answers the roller, then notifies watchers"
    )
    func settlesAndTells() async throws {
        let store = TestStore()
        // No die settles by itself while the clock stands still.
        let lines = try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            try await client.call(.watch, WatchParams(table: .default))
            try await client.send(Method.roll(RollParams(table: .default)), id: 9)
            try await client.event("rollStarted")
            return client
        }
        var messages: [String] = []
        while let line = try await lines.next() {
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
}
