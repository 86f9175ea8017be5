import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Names that ask to be in the next match")
struct AskingTests {
    /// Returns a connection that watches under a name and cannot play.
    private func guest(_ daemon: TestDaemon, _ name: String?) async throws -> TestConnection {
        let guest = try await daemon.connect()
        try await guest.call(
            .confine,
            ConfineParams(as: name.map { .one($0) }, role: .watch)
        )
        try await guest.call(.watch, WatchParams(table: .default))
        return guest
    }

    /// Returns a connection of the table's owner, who sees all events, after a match of two began.
    private func owner(_ daemon: TestDaemon) async throws -> TestConnection {
        let owner = try await daemon.connect()
        var change = SettingsChange()
        change.players = ["ann", "bo"]
        try await owner.call(.configure, ConfigureParams(table: .default, change))
        try await owner.call(.watch, WatchParams(table: .default))
        return owner
    }

    /// Returns the names in the next notification of a change of the table.
    private func asking(_ client: TestConnection) async throws -> [String]? {
        guard case .tableChanged(let snapshot) = try await client.event("tableChanged").kind
        else {
            return nil
        }
        return snapshot.asking
    }

    private func ask(_ client: TestConnection, _ asks: Bool = true, by: String? = nil)
        async throws -> [String]?
    {
        let params = AskParams(table: .default, asks: asks, by: by)
        return try await client.call(.ask, params).asking
    }

    @Test("who only watches asks, all others learn it, and a configuration takes them in")
    func takenIn() async throws {
        try await TestDaemon.with { daemon in
            let owner = try await owner(daemon)
            let kim = try await guest(daemon, "kim")
            #expect(try await ask(kim) == ["kim"])
            #expect(try await asking(owner) == ["kim"])
            let tim = try await guest(daemon, "tim")
            #expect(try await ask(tim) == ["kim", "tim"])
            #expect(try await asking(owner) == ["kim", "tim"])
            var change = SettingsChange()
            change.players = ["ann", "bo", "kim"]
            let taken = ConfigureParams(table: .default, change)
            #expect(try await owner.call(.configure, taken).asking == ["tim"])
            // A player need not ask.
            #expect(try await ask(kim) == ["tim"])
        }
    }

    @Test("a wish is withdrawn, or forgotten with the last connection of its name")
    func forgotten() async throws {
        try await TestDaemon.with { daemon in
            let owner = try await owner(daemon)
            let kim = try await guest(daemon, "kim")
            let again = try await guest(daemon, "kim")
            _ = try await ask(kim)
            #expect(try await asking(owner) == ["kim"])
            #expect(try await ask(kim, false) == nil)
            #expect(try await asking(owner) == nil)
            _ = try await ask(kim)
            #expect(try await asking(owner) == ["kim"])
            try await kim.call(.unwatch, TableParams(table: .default))
            let snapshot = try await owner.call(.get, GetParams(table: .default))
            #expect(snapshot.asking == ["kim"])
            try await again.close()
            #expect(try await asking(owner) == nil)
        }
    }

    @Test("twenty names may ask")
    func limit() async throws {
        try await TestDaemon.with { daemon in
            let owner = try await owner(daemon)
            let names = (1...Limits.askingNames).map { "guest \($0)" }
            for name in names {
                _ = try await ask(owner, by: name)
            }
            let more = Method.ask(AskParams(table: .default, asks: true, by: "late"))
            let error = try #require(try await owner.refusal(of: more))
            #expect(error.known == .limitExceeded)
            #expect(error.data.of == ExceededLimit.players.rawValue)
            #expect(try await ask(owner, by: names[0]) == names)
        }
    }

    @Test("nobody asks for others, and none without a name")
    func names() async throws {
        try await TestDaemon.with { daemon in
            let kim = try await guest(daemon, "kim")
            let other = Method.ask(AskParams(table: .default, asks: true, by: "tim"))
            #expect(try await kim.refusal(of: other)?.known == .notAllowed)
            let nobody = try await guest(daemon, nil)
            let own = Method.ask(AskParams(table: .default, asks: true))
            #expect(try await nobody.refusal(of: own)?.known == .notAllowed)
        }
    }
}
