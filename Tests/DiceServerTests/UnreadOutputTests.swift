import DiceModel
import DiceTestSupport
import DiceWire
import Foundation
import Testing

/// Clients that read late or never.
@Suite("Unread output")
struct UnreadOutputTests {
    private static let big = TableName("big") ?? .default
    private static let limit = 1 << 20

    @Test(
        "a client that sends many requests, ends its input and then reads gets every answer"
    )
    func halfClose() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect(reading: false)
            let other = try await daemon.connect()
            // More than 2 MiB of answers.
            let count = 200
            for id in 1...count {
                try await client.send(Method.discover(), id: id)
            }
            try await client.endInput()
            for _ in 1...100 {
                try await other.call(.ping)
            }
            #expect(
                try await other.call(Method.status(), as: StatusResult.self).clients
                    == 2
            )
            try await client.startReading()
            for id in 1...count {
                guard
                    case .reply(.integer(id), nil) = try await client.nextMessage().kind
                else {
                    Issue.record("not the answer to \(id)")
                    return
                }
            }
            #expect(try await client.next() == nil)
        }
    }

    @Test(
        "a watcher that does not read is closed once its unsent events exceed 1 MiB"
    )
    func unsentLimit() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let deaf = try await daemon.connect(reading: false)
            let dice = Array(1...1_000)
            let created = try await client.call(
                .create,
                CreateParams(
                    table: Self.big,
                    SettingsChange(dice: Array(repeating: 6, count: 1_000))
                )
            )
            #expect(created.dice.count == 1_000)
            try await deaf.send(Method.watch(WatchParams(table: Self.big)), id: 1)
            try await client.status("somebody watches") { $0.watchers > 0 }
            // Each request causes a notification of a thousand dice to the watcher; the kernel
            // takes a few of these messages.
            let size = try await size(
                of: Method.toggleLock(DiceParams(table: Self.big, dice: dice)),
                by: client
            )
            let fitting = Self.limit / size - 2
            for _ in 2...fitting {
                try await client.call(.toggleLock, DiceParams(table: Self.big, dice: dice))
            }
            #expect(try await clients(client) == 2)
            for _ in 0..<(2 * fitting) where try await clients(client) == 2 {
                try await client.call(.toggleLock, DiceParams(table: Self.big, dice: dice))
            }
            #expect(try await clients(client) == 1)
        }
    }

    /// Returns the size of the reply to a lock change, which is about the size of the event.
    private func size(of request: Request, by client: TestConnection) async throws
        -> Int
    {
        try await client.send(request, id: 9)
        return try await client.reply(to: 9).line.bytes.count
    }

    /// Returns the number of clients after a few iterations of the daemon's loop.
    private func clients(_ client: TestConnection) async throws -> Int {
        for _ in 1...5 {
            try await client.call(.ping)
        }
        return try await client.call(Method.status(), as: StatusResult.self).clients
    }

    @Test(
        "replies to a batch exceed 1 MiB by at most one; the rest is refused"
    )
    func batchLimit() async throws {
        try await TestDaemon.with { daemon in
            let client = try await daemon.connect()
            let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
            let lock =
                #"{"jsonrpc":"2.0","id":2,"method":"table.lock","params":{"dice":[1]}}"#
            try await client.send(
                "[" + Array(repeating: discover, count: 200).joined(separator: ",")
                    + ",\(lock)]"
            )
            let line = try #require(try await client.next())
            let replies = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8))
                    as? [[String: Any]]
            )
            let errors = replies.compactMap { $0["error"] as? [String: Any] }
            let done = replies.count - errors.count
            let refused = errors.count
            #expect(done > 1)
            #expect(done + refused == 201)
            #expect(errors.allSatisfy { $0["code"] as? Int == 8 })
            #expect(
                errors.allSatisfy {
                    ($0["data"] as? [String: Any])?["limit"] as? Int == Self.limit
                }
            )
            #expect(
                errors.allSatisfy {
                    ($0["data"] as? [String: Any])?["of"] as? String == "replies"
                }
            )
            let one = try await self.size(of: Method.discover(), by: client)
            let length = line.utf8.count
            #expect(length > Self.limit)
            #expect(length < Self.limit + 2 * one + 300 * refused)
            let table = try await client.call(.get, GetParams(table: .default))
            #expect(!table.dice[0].locked)
        }
    }
}
