import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// Notifications to a watcher while its own batch, which contains a snapshot, is running.
@Suite("Notifications held during a batch")
@TableActor
struct HoldingTests {
    private let rig: Rig
    private let client: RigClient

    init() async throws {
        rig = try await Rig()
        client = try rig.connect()
        client.send([Method.watch(WatchParams(table: .default))])
        rig.loop.run()
        _ = try client.lines()
    }

    /// Returns the lines that the watcher receives if `body` runs while the second of three
    /// requests is being stored.
    private func lines(creating name: String = "other", _ body: () throws -> Void)
        async throws
        -> [String]
    {
        rig.store.hold()
        let other = try #require(TableName(name))
        let get = Method.get(GetParams(table: .default))
        client.send(batch: [
            get, Method.create(CreateParams(table: other, SettingsChange(dice: [6]))),
            get,
        ])
        try await rig.store.waitForHeldWrite()
        try body()
        rig.store.goOn()
        try await Wait.until("a request is in work") {
            client.connection.state.unsettled == 0
        }
        await rig.advance(by: .milliseconds(16))
        return try client.lines()
    }

    @Test("an event follows its frame, and both follow the batch")
    func frameFirst() async throws {
        let table = try rig.table
        let lines = try await lines {
            table.group.dice[0].toggleLock()
            table.announce(.serverStopping)
        }
        #expect(lines.count == 3 && lines[0].hasPrefix("["))
        let events = try lines[1...].map {
            try ServerLine(Array($0.utf8))?.notification()?.event
        }
        #expect(events == [nil, "serverStopping"])
    }

    @Test(
        "the next batch releases only its own held notifications"
    )
    func nextBatch() async throws {
        let table = try rig.table
        var told: [[Int]] = []
        for die in [1, 2] {
            let lines = try await lines(creating: "other\(die)") {
                table.group.dice[die - 1].toggleLock()
                table.announce(.lockChanged(dice: [table.group.snapshot.dice[die - 1]]), by: "ann")
            }
            let events = try lines.dropFirst().compactMap {
                try ServerLine(Array($0.utf8))?.notification()?.event
            }
            #expect(lines[0].hasPrefix("["))
            #expect(events == ["lockChanged"])
            told.append(
                lines.dropFirst().compactMap { line in
                    guard
                        case .event(let event)? = try? ServerLine(Array(line.utf8))?
                            .notification(),
                        case .lockChanged(let dice) = event.kind
                    else { return nil }
                    return dice[0].die
                }
            )
        }
        #expect(told == [[1], [2]])
    }

    @Test(
        "snapshots and frames combine correctly even if older frames follow a snapshot"
    )
    func addsUp() async throws {
        let table = try rig.table
        let lines = try await lines {
            table.group.dice[0].toggleLock()
            table.announce(.serverStopping)
            table.group.dice[0].toggleLock()
            table.group.dice[1].toggleLock()
        }
        let batch = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[0].utf8))
                as? [[String: Any]]
        )
        let snapshot = try #require(batch[2]["result"] as? [String: Any])
        var locked = try #require(snapshot["dice"] as? [[String: Any]]).map {
            $0["locked"] as? Bool
        }
        for line in lines[1...] {
            guard
                case .frame(let frame)? = try ServerLine(Array(line.utf8))?
                    .notification()
            else {
                continue
            }
            for die in frame.dice {
                locked[die.die - 1] = die.locked
            }
        }
        #expect(locked == [false, true, false, false, false])
    }
}
