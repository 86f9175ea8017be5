import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Throws whose replies together exceed the unsent limit, since each returns its long id.
private let ids = (1...30).map { "\($0)" + String(repeating: "-", count: 50_000) }

extension TestConnection {
    fileprivate func sendThrows() async throws {
        let params = ThrowParams(table: .default, expression: "1d6")
        for id in ids {
            try await send(Method.throw(params), id: .string(id))
        }
    }
}

/// Dice that have settled although their outcome has not been stored yet.
@Suite("Storing outcomes")
@TableActor
struct StoredLaterTests {
    private func begin(_ rig: Rig, animate: Bool = true) async throws -> ThrowFlight {
        let params = ThrowParams(table: .default, expression: "1d6", animate: animate)
        return try await rig.table.throw(
            try Expression(parsing: "1d6"),
            text: "1d6",
            params,
            from: Roller(by: "ann", owner: RollOwner(1))
        )
    }

    private func entries(_ rig: Rig) async throws -> [ThrowResult] {
        try await rig.store.history(HistoryQuery(.all, limit: 1_000, kind: .all))
            .entries
            .compactMap(\.thrown)
    }

    @Test(
        "failed writes are retried with growing pauses, and announced as at first"
    )
    func triedAgain() async throws {
        let rig = try await Rig()
        let output = RecordingOutput()
        _ = try rig.table.watch(RollOwner(7), output: output)
        let roll = try await rig.roll()
        let thrown = try await begin(rig)
        rig.store.fail(true)
        await rig.advance(by: .seconds(2))
        #expect(roll.outcome == .completed)
        #expect(thrown.result?.shown(to: []).outcome == .completed)
        #expect(rig.store.openRolls().map(\.outcome) == [.cancelled])
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] as [Int] {
            let tries = rig.store.writes
            await rig.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(rig.store.writes == tries, "too early for \(pause) s")
            await rig.advance(by: .milliseconds(1))
            #expect(rig.store.writes == tries + 1, "not after \(pause) s")
        }
        rig.store.fail(false)
        await rig.advance(by: .seconds(60))
        #expect(rig.store.openRolls().map(\.outcome) == [.completed])
        #expect(try await entries(rig).map(\.outcome) == [.completed])
        #expect(
            try rig.table.isAtRest == false
                && output.told().map(\.name).suffix(1) == ["throwEnded"]
        )
        // The next failure starts with a short pause again.
        _ = try await rig.roll()
        rig.store.fail(true)
        await rig.advance(by: .seconds(2))
        rig.store.fail(false)
        await rig.advance(by: .seconds(1))
        #expect(rig.store.openRolls().map(\.outcome) == [.completed, .completed])
    }

    @Test(
        "faces that could not be stored when drawn are stored and shown automatically"
    )
    func keptFaces() async throws {
        let rig = try await Rig()
        rig.store.fail(true)
        for _ in 1...2 {
            await #expect(throws: (any Error).self) { _ = try await rig.roll() }
        }
        #expect(try rig.table.kept.count == 1, "nothing else changes before")
        rig.store.fail(false)
        await rig.advance(by: .seconds(1))
        #expect(
            try rig.table.group.rollCount == 1 && rig.store.openRolls().count == 1
                && rig.table.kept.isEmpty
        )
    }

    @Test(
        "throws that end together are stored together, and other changes run in between"
    )
    func together() async throws {
        let rig = try await Rig()
        for _ in 1...250 {
            _ = try await begin(rig)
        }
        rig.store.hold()
        await rig.advance(by: .seconds(2))
        try await rig.store.waitForHeldWrite()
        let locking = TableActor.task {
            try? await rig.table.changeLocks(.lock, dice: [1], by: "bo")
        }
        for _ in 1...20 {
            await Task.yield()
        }
        let writes = rig.store.writes
        rig.store.letOneGo()
        try await rig.store.waitForHeldWrite()
        #expect(rig.store.openThrows.count == 150)
        rig.store.letOneGo()
        await locking.value
        #expect(rig.store.stored()?.dice[0].locked == true)
        #expect(rig.store.openThrows.count == 150)
        rig.store.goOn()
        try await rig.turn { rig.store.openThrows.isEmpty }
        #expect(rig.store.writes == writes + 4)
        #expect(try await entries(rig).map(\.number).sorted() == Array(1...250))
    }

    @Test("a client that reads gets every reply, with any number of throws ending at once")
    func repliesWait() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let thrower = try await daemon.connect()
            try await thrower.sendThrows()
            try await daemon.settle(ids.count, on: clock)
            var answered: Set<String> = []
            while answered.count < ids.count {
                if case .reply(.string(let id), nil) = try await thrower.nextMessage("a reply").kind
                {
                    answered.insert(id)
                }
            }
            #expect(answered == Set(ids))
        }
    }

    @Test(
        "a client that stops reading is served once it reads again, and delays no one"
    )
    func repliesOfTheDeafWait() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let deaf = try await daemon.connect(reading: false)
            let other = try await daemon.connect()
            try await deaf.sendThrows()
            try await daemon.settle(ids.count, on: clock)
            try await other.status("all have settled") { $0.animating == 0 }
            try await other.send(
                Method.roll(RollParams(table: .default, animate: false)),
                id: 2
            )
            _ = try await other.reply(to: 2)
            #expect(
                try await other.call(Method.status(), as: StatusResult.self).clients
                    == 2
            )
            try await deaf.startReading()
            for _ in ids {
                guard case .reply(_, nil) = try await deaf.nextMessage("a reply").kind
                else {
                    Issue.record("no reply")
                    return
                }
            }
        }
    }

    @Test("a daemon that stops does not wait for a client that never reads")
    func stopped() async throws {
        let clock = TestClock()
        try await TestDaemon.with(clock: clock) { daemon in
            let deaf = try await daemon.connect(reading: false)
            try await deaf.sendThrows()
            try await daemon.settle(ids.count, on: clock)
            try await daemon.connect().status("all have settled") { $0.animating == 0 }
        }
    }
}
