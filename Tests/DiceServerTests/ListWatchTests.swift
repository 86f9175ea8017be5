import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Watching the list of tables")
struct ListWatchTests {
    private let clock = TestClock()
    private let home = TableName("home") ?? .default
    private let other = TableName("other") ?? .default

    private func create(_ table: TableName, _ client: TestConnection) async throws {
        try await client.call(.create, CreateParams(table: table, SettingsChange(dice: [6])))
    }

    /// Returns the names in the next notification, which must be a list of tables.
    private func told(_ client: TestConnection) async throws -> [String] {
        guard case .tables(let list)? = try await client.nextMessage().notification()
        else {
            return ["another"]
        }
        return list.tables.map(\.table)
    }

    /// Returns when the daemon has handled all earlier requests and its clock has advanced by a
    /// second.
    private func secondPasses(_ client: TestConnection) async throws {
        try await client.call(.ping)
        await Rig.advance(clock, by: .seconds(1))
        // Reading the list takes a few iterations of the loop, and so does answering this request.
        for _ in 1...5 {
            try await client.call(.list)
        }
    }

    @Test(
        "the whole list is sent when tables change, at most once a second"
    )
    func changes() async throws {
        try await TestDaemon.with(clock: clock) { daemon in
            let watcher = try await daemon.connect()
            let client = try await daemon.connect()
            let first = try await watcher.call(.watchList)
            #expect(first.tables.map(\.table) == ["default"])
            try await create(home, client)
            try await create(other, client)
            try await secondPasses(client)
            #expect(try await told(watcher) == ["default", "home", "other"])
            try await client.call(.delete, DeleteParams(table: other))
            try await secondPasses(client)
            #expect(try await told(watcher) == ["default", "home"])
            try await client.call(.roll, RollParams(table: home, animate: false))
            try await secondPasses(client)
            guard
                case .tables(let list)? = try await watcher.nextMessage().notification()
            else {
                Issue.record("no list")
                return
            }
            #expect(list.tables.map(\.roll) == [0, 1])
            // Nothing is sent for changes that do not show in the list.
            try await client.call(.lock, LockParams(table: home, dice: [1]))
            try await secondPasses(client)
            try await watcher.call(.unwatchList)
            try await create(other, client)
            try await secondPasses(client)
            try await watcher.send(Method.ping(), id: 9)
            #expect(try await watcher.reply(to: 9).before.isEmpty)
            // A client that watches again while a change is pending receives that change.
            try await watcher.call(.watchList)
            try await client.call(.delete, DeleteParams(table: other))
            try await watcher.call(.unwatchList)
            try await watcher.call(.watchList)
            try await client.call(.delete, DeleteParams(table: home))
            try await secondPasses(client)
            #expect(try await told(watcher) == ["default"])
        }
    }

    @Test("a confined client sees only its own tables in the list")
    func confined() async throws {
        try await TestDaemon.with(clock: clock) { daemon in
            let watcher = try await daemon.connect()
            let client = try await daemon.connect()
            try await create(home, client)
            try await watcher.call(.watchList)
            try await watcher.call(.confine, ConfineParams(tables: [home, other]))
            try await secondPasses(client)
            #expect(try await told(watcher) == ["home"])
            try await create(other, client)
            try await secondPasses(client)
            #expect(try await told(watcher) == ["home", "other"])
            let again = try await watcher.call(.watchList)
            #expect(again.tables.map(\.table) == ["home", "other"])
        }
    }

    @Test(
        "a half-closed client still receives the list, and is closed once it watches no more"
    )
    func halfClosed() async throws {
        try await TestDaemon.with(clock: clock) { daemon in
            let watcher = try await daemon.connect()
            let client = try await daemon.connect()
            try await watcher.call(.watchList)
            try await watcher.endInput()
            try await create(home, client)
            try await secondPasses(client)
            #expect(try await told(watcher) == ["default", "home"])
        }
    }
}
