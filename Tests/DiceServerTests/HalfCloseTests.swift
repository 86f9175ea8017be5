import DiceModel
import DiceTestSupport
import DiceWire
import Testing

/// A client that closes its sending side still gets its replies.
struct HalfCloseTests {
    @Test("an unwatch still pending when a client ends its input is answered")
    func theEndOfAWatchIsAnswered() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let client = try await daemon.connect()
            let other = try await daemon.connect()
            let lock = Method.lock(LockParams(table: .default, dice: [1])).line(
                id: .integer(1)
            )
            let unwatch = Method.unwatch(TableParams(table: .default)).line(
                id: .integer(2)
            )
            store.hold()
            try await client.send(
                String(decoding: lock + unwatch.dropLast(), as: UTF8.self)
            )
            try await store.waitForHeldWrite()
            try await client.endInput()
            // Once the daemon has answered this request, it has also seen the end of the input.
            try await other.call(.ping)
            store.goOn()
            _ = try await client.reply(to: 2).line.result(as: EmptyObject.self)
            #expect(try await client.next() == nil)
        }
    }
}
