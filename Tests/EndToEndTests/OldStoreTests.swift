import Foundation
import ProgramTestSupport
import Testing

/// A store that diced 0.1.0 left when it ended: two turns of `default` and one of `odd`, and an open turn of one roll.
@Suite("A store of 0.1.0", .quickRoom)
struct OldStoreTests {
    private func daemon(in room: Room) async throws -> Daemon {
        try room.makeFolder("state")
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/0.1.0.sqlite")
        try FileManager.default.copyItem(at: fixture, to: URL(filePath: room.state + "/diced.sqlite"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: room.state + "/diced.sqlite")
        return try await room.daemon()
    }

    @Test("its turns are read and counted as from before, and the chain starts behind them")
    func goesOn() async throws {
        let room = try Room.here
        let client = try await daemon(in: room).client()
        let table = try await client.result("table.get")
        #expect(table["turn"] == 3 && table["roll"] == 1)
        #expect(table["dice"].array.map(\.["value"]) == [1, 4, 2, 5, 6])
        #expect(table["dice"].array.map(\.["locked"]) == [true, false, false, false, false])
        let history = try await client.result("table.history", ["table": "*"])
        #expect(history["entries"].array.map(\.["total"]).suffix(2) == [16, 20] && history["damaged"] == .null)
        #expect(history["entries"].array.allSatisfy { $0["commitment"] == .null && $0["chain"] == .null })
        // The open turn has a roll from before there were seeds, and the next one is checked.
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("end-turn")
        _ = try await room.did("roll", "--motion", "none")
        _ = try await room.did("end-turn")
        let entry = try await client.result("table.history", ["limit": 1])["entries"].array[0]
        #expect(entry["turn"] == 4 && entry["seed"].string?.count == 64)
        let report = try await room.did("verify", "--all")
        #expect(report.contains("turn 4 of default: 1 roll right, 1 promised to you beforehand"))
        #expect(
            report.contains("default: 3 turns from before there were seeds: nothing of it can be checked"), "\(report)")
        #expect(report.contains("odd: 1 turn from before there were seeds: nothing of it can be checked"))
    }
}
