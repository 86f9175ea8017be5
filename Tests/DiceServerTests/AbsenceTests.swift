import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import Testing

@testable import DiceServer

/// An absent contributor costs the roller at most one void roll per turn.
@Suite("Absent contributors")
struct AbsenceTests {
    /// Returns a watcher, after a roll that `name` has made void.
    private func watcher(
        of daemon: TestDaemon,
        _ clock: TestClock,
        after name: String
    ) async throws -> (watcher: TestConnection, absent: TestConnection) {
        let watcher = try await daemon.connect()
        let absent = try await daemon.connect()
        try await watcher.call(.watch, WatchParams(table: .default))
        try await absent.promise("b0", by: name)
        #expect(try await watcher.askForRoll(by: "ann", seenBy: watcher) == [name])
        await Rig.advance(clock, by: .seconds(2))
        let void = try await watcher.settled()
        #expect(void.outcome == .void)
        #expect(void.absent == [name])
        return (watcher, absent)
    }

    @Test(
        "an absent contributor is skipped for the rest of the turn and asked in the next one"
    )
    func once() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let (ann, bo) = try await watcher(of: daemon, clock, after: "bo")
            #expect(try await bo.promise("b1", by: "bo").map(\.nextTurn) == [true])
            #expect(try await ann.roll(by: "ann").outcome == .completed)
            // Nor is bo asked on another connection with the same name, next to a contributor that
            // is asked.
            let again = try await daemon.connect()
            let carol = try await daemon.connect()
            #expect(
                try await again.promise("b2", by: "bo").map(\.nextTurn) == [true, true]
            )
            #expect(
                try await carol.promise("ca", by: "carol").map(\.nextTurn) == [
                    true, true, nil,
                ]
            )
            #expect(try await ann.askForRoll(by: "ann", seenBy: ann) == ["carol"])
            #expect(try await carol.reveal("ca") == nil)
            #expect(try await ann.settled().reveals == [TestConnection.secret("ca")])
            await Rig.advance(clock, by: Table.gatheringTime)
            try await ann.call(.endTurn, EndTurnParams(table: .default))
            await Rig.advance(clock, by: Table.gatheringTime)
            let shown = try await ann.call(.get, GetParams(table: .default))
            #expect(shown.contributors?.map(\.nextTurn) == [nil, nil])
            #expect(try await ann.askForRoll(by: "ann", seenBy: ann) == ["bo", "bo"])
            #expect(try await bo.reveal("b1") == nil)
            #expect(try await again.reveal("b2") == nil)
            #expect(try await ann.settled().outcome == .completed)
        }
    }

    @Test(
        "watchers learn who is not asked after a void roll, and again when the turn ends"
    )
    func told() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let other = try await daemon.connect()
            try await ann.call(.watch, WatchParams(table: .default))
            try await bo.promise("b0", by: "bo")
            #expect(try await ann.askForRoll(by: "ann", seenBy: ann) == ["bo"])
            try await other.promise("b1", by: "bo")
            await Rig.advance(clock, by: .seconds(2))
            try await ann.event("rollSettled")
            guard
                case .contributorsChanged(let now) = try await ann.event(
                    "contributorsChanged"
                ).kind
            else { return }
            #expect(now.map(\.nextTurn) == [true], "the clock stands still")
            _ = try await ann.roll(by: "ann")
            try await ann.call(.endTurn, EndTurnParams(table: .default))
            await Rig.advance(clock, by: Table.gatheringTime)
            guard
                case .contributorsChanged(let next) = try await ann.event(
                    "contributorsChanged"
                )
                .kind
            else { return }
            #expect(next.map(\.nextTurn) == [nil])
        }
    }

    @Test(
        "a void roll never starts, and watchers count it as a roll",
        arguments: [FrameKind.values, .plan]
    )
    func notStarted(_ frames: FrameKind) async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            var seen: TableSnapshot = try await ann.call(
                Method.watch(WatchParams(table: .default, frames: frames))
            )
            try await bo.promise("b0", by: "bo")
            try await ann.send(
                Method.roll(RollParams(table: .default, by: "ann")),
                id: 7
            )
            try await bo.status("the roll waits") { _ in true }
            while try await bo.call(
                Method.get(GetParams(table: .default)),
                as: TableSnapshot.self
            )
            .contributors != nil {}
            await Rig.advance(clock, by: .seconds(2))
            let (_, news) = try await ann.reply(to: 7)
            for notification in news {
                seen.apply(notification)
            }
            #expect(news.contains { $0.event == "rollSettled" })
            #expect(news.allSatisfy { $0.event != "rollStarted" })
            let now = try await ann.call(.get, GetParams(table: .default))
            #expect(seen.roll == 1)
            #expect(now.roll == 1)
            #expect(seen.dice == now.dice)
        }
    }

    @Test(
        "absences and void rolls survive a restart"
    )
    func restart() async throws {
        let clock = TestClock()
        let store = TestStore()
        try await TestDaemon.with(store: store, clock: clock) { daemon in
            _ = try await watcher(of: daemon, clock, after: "bo")
        }
        try await TestDaemon.with(store: store) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            #expect(try await bo.promise("b1", by: "bo").map(\.nextTurn) == [true])
            #expect(try await ann.roll(by: "ann").outcome == .completed)
        }
    }

    @Test("absences and void rolls survive the table's eviction from memory") @TableActor
    func eviction() async throws {
        let rig = try await Rig()
        let ann = try rig.connect()
        let bo = try rig.connect()
        let promise = ContributeParams(
            table: .default,
            commitment: try #require(Entropy.commitment(Entropy.fresh())),
            by: "bo"
        )
        _ = try await rig.call(bo, Method.contribute(promise))
        ann.send([Method.roll(RollParams(table: .default, by: "ann"))])
        try await rig.turn { (try? rig.table.asked) != nil }
        bo.channel.close(promise: nil)
        try await rig.turn { ann.connection.state.unsettled == 0 }
        _ = await rig.tables.tidy()
        #expect(rig.tables.loaded.isEmpty)
        _ = try await rig.tables.table(.default)
        #expect(try rig.table.group.voids == VoidRolls([["bo"]]))
    }

    @Test(
        "a hostile connection that changes names causes at most sixteen void rolls"
    )
    func names() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let mallory = try await daemon.connect()
            try await ann.call(.watch, WatchParams(table: .default))
            for number in 1...16 {
                try await mallory.promise("66", by: "m\(number)")
                #expect(
                    try await ann.askForRoll(by: "ann", seenBy: ann) == ["m\(number)"]
                )
                await Rig.advance(clock, by: .seconds(2))
                #expect(try await ann.settled().absent == ["m\(number)"])
            }
            #expect(
                try await mallory.promise("66", by: "m17").map(\.nextTurn) == [true]
            )
            #expect(try await ann.roll(by: "ann").outcome == .completed)
        }
    }

    @Test(
        "a renamed contributor at a table with players has only the promises of other names"
    )
    func renamed() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            try await ann.call(
                .configure,
                ConfigureParams(
                    table: .default,
                    SettingsChange(players: ["ann", "bo"])
                )
            )
            let (_, bo) = try await watcher(of: daemon, clock, after: "bo")
            try await bo.promise("b1", by: "bo")
            try await bo.call(.confine, ConfineParams(as: "bo2"))
            let shown = try await ann.call(.get, GetParams(table: .default))
            #expect(shown.contributors == nil, "bo2 does not play here")
            #expect(try await ann.roll(by: "ann").outcome == .completed)
        }
    }

    @Test("a contributor who renames during a roll is blamed under the name that was asked")
    func renamedWhileAsked() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            try await ann.call(.watch, WatchParams(table: .default))
            try await bo.promise("b0", by: "bo")
            #expect(try await ann.askForRoll(by: "ann", seenBy: ann) == ["bo"])
            try await bo.call(.confine, ConfineParams(as: "bo2"))
            await Rig.advance(clock, by: .seconds(2))
            #expect(try await ann.settled().absent == ["bo"])
        }
    }

    @Test(
        "connections of one name do not ask each other, nor does one that uses two names"
    )
    func ownName() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let other = try await daemon.connect()
            try await other.promise("a0", by: "ann")
            #expect(try await ann.roll(by: "ann").outcome == .completed)
            try await ann.promise("a1", by: "bo")
            #expect(try await ann.roll(by: "ann").outcome == .completed)
        }
    }
}
