import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Watchers that receive passing values in advance.
@Suite("Plans instead of frames")
@TableActor
struct PlanTests {
    private let rig: Rig
    private let table: Table
    private let output = RecordingOutput()

    init() async throws {
        rig = try await Rig()
        table = try rig.table
    }

    private var now: Duration { rig.clock.now.offset }

    private func watch(
        _ number: Int,
        _ output: RecordingOutput,
        _ frames: FrameKind = .plan
    )
        -> TableSnapshot
    {
        table.watch(RollOwner(number), frames, output: output)
    }

    /// Advances the clock in steps in which no die shows two values, at times that no plan's
    /// rounding produces.
    private func step(
        for time: Duration = .milliseconds(1_300),
        by step: Duration = .milliseconds(3),
        _ check: () throws -> Void
    ) async throws {
        let end = now + time
        await rig.advance(by: .microseconds(50))
        while now < end {
            await rig.advance(by: step)
            try check()
        }
        await rig.advance(by: .microseconds(50))
    }

    private func throwDice(_ text: String) async throws -> ThrowFlight {
        let params = ThrowParams(table: .default, expression: text)
        return try await table.throw(
            try Expression(parsing: text),
            text: text,
            params,
            from: Roller(by: "ann", owner: RollOwner(1_000))
        )
    }

    @Test(
        "a roll sends its start, a frame for each die that settles, and its end, nothing else"
    )
    func messages() async throws {
        _ = watch(1, output)
        for _ in 1...10 {
            _ = output.told()
            let roll = try await rig.roll()
            await rig.advance(by: .milliseconds(17))
            #expect(output.told().map(\.name) == ["rollStarted"])
            try await step(by: .milliseconds(5)) {}
            let told = output.told()
            #expect(roll.outcome == .completed)
            #expect(told.last?.name == "rollSettled")
            #expect(told.dropLast().allSatisfy { $0.name == "frame" })
            #expect(told.count <= 5 + 1, "with the start, dice and two")
            #expect(told.flatMap(\.dice).sorted() == [1, 2, 3, 4, 5])
        }
    }

    @Test("a repeated watch replaces the first")
    func askedForAgain() {
        for frames in [FrameKind.plan, .plan, .values, .plan] {
            _ = watch(1, output, frames)
        }
        #expect(table.subscribers.count == 1)
        #expect(table.subscribers.wantPlans)
        #expect(!table.subscribers.wantPassingValues)
        _ = watch(2, RecordingOutput(), .values)
        #expect(table.subscribers.wantPassingValues)
        table.unwatch(RollOwner(1))
        #expect(!table.subscribers.wantPlans)
    }

    @Test("messages applied one by one yield the state of the table")
    func state() async throws {
        var state = watch(1, output)
        func check(_ what: String) throws {
            table.flushFrames()
            for line in output.take() {
                if let news = try ServerLine(Array(line.utf8))?.notification() {
                    state.apply(news)
                }
            }
            var snapshot = table.snapshot
            snapshot.watchers = state.watchers
            snapshot.may = PossibleActs(at: table.group).may(
                of: output.permit,
                standing: output.standing(at: table.group)
            )
            #expect(state == snapshot, "\(what)")
        }
        try await table.configure(
            ConfigureParams(
                table: .default,
                SettingsChange(players: ["ann", "bo"], rollsPerTurn: 3)
            )
        )
        try check("players")
        for player in ["ann", "bo"] {
            let roll = try #require(
                try await table.roll(
                    RollParams(table: .default),
                    from: Roller(by: player, owner: RollOwner(1_000))
                )
                .flight
            )
            #expect(state.total != nil)
            _ = try await throwDice("2d6")
            table.flushFrames()
            for line in output.take() {
                if let news = try ServerLine(Array(line.utf8))?.notification() {
                    state.apply(news)
                }
            }
            #expect(state.rolling)
            #expect(state.total == nil)
            #expect(state.dice.allSatisfy { $0.animating })
            try await step(by: .milliseconds(5)) {}
            #expect(roll.outcome == .completed)
            try check("a roll")
            try await table.changeLocks(.lock, dice: [2, 3], by: player)
            try check("locks")
            _ = try await throwDice("1d4")
            try await step(by: .milliseconds(5)) {}
            try check("a throw")
            _ = try await table.endTurn(by: player)
            try check("a turn")
        }
    }

    @Test(
        "a watcher with plans and one with frames show the same values at every moment"
    )
    func inStep() async throws {
        let planned = output
        let framed = RecordingOutput()
        var plans = Viewer(watch(1, planned), at: now)
        var frames = Viewer(watch(2, framed, .values), at: now)
        var passing = Set<[Int]>()
        var moments = 0
        for roll in 1...3 {
            _ = try await rig.roll(dice: roll.isMultiple(of: 3) ? [1, 4] : nil)
            try plans.apply(planned.take(), at: now)
            try await step {
                table.flushFrames()
                try plans.apply(planned.take(), at: now)
                try frames.apply(framed.take(), at: now)
                let dice = table.group.snapshot.dice
                try #require(frames.shown(at: now) == dice)
                try #require(plans.shown(at: now) == dice)
                moments += 1
                passing.insert(dice.map(\.value))
            }
            #expect(!table.group.isAnyDieAnimating)
        }
        #expect(moments >= 3 * 430)
        #expect(passing.count > 80)
    }

    @Test(
        "throws stay in step too, including explosions, rerolls and dice added in mid-flight"
    )
    func throwsInStep() async throws {
        let planned = output
        let framed = RecordingOutput()
        let late = RecordingOutput()
        var plans = Viewer(watch(1, planned), at: now)
        var frames = Viewer(watch(2, framed, .values), at: now)
        for (index, text) in ["6d2!", "5d2!!", "4d6r<4", "3dF+2d2!p"].enumerated() {
            let number = index + 1
            let flying = try await throwDice(text)
            table.flushFrames()
            try plans.apply(planned.take(), at: now)
            var joined: Viewer?
            var steps = 0
            while flying.result == nil {
                try await step(for: .milliseconds(3), by: .milliseconds(3)) {
                    steps += 1
                    table.flushFrames()
                    if steps == 250, flying.result == nil {
                        joined = Viewer(watch(3, late), at: now)
                        table.flushFrames()
                    }
                    try plans.apply(planned.take(), at: now)
                    try frames.apply(framed.take(), at: now)
                    try joined?.apply(late.take(), at: now)
                    let dice = flying.frame(since: -1).dice
                    try #require(frames.shownThrow(number, at: now) == dice)
                    try #require(plans.shownThrow(number, at: now) == dice)
                    if let joined {
                        try #require(joined.shownThrow(number, at: now) == dice)
                    }
                }
            }
            #expect(joined != nil)
            table.unwatch(RollOwner(3))
        }
    }

    @Test(
        "a throw needs few messages, and only dice that start to roll have plans in them"
    )
    func throwMessages() async throws {
        _ = watch(1, output)
        let flying = try await throwDice("8d6")
        var frames: [ThrowFrame] = []
        while flying.result == nil {
            await rig.advance(by: .milliseconds(1))
            for line in output.take() {
                if case .throw(let frame)? = try ServerLine(Array(line.utf8))?
                    .notification()
                {
                    frames.append(frame)
                }
            }
        }
        #expect(frames.count <= 8 + 2)
        for frame in frames {
            let tumbling = frame.dice.filter(\.animating).map(\.die)
            #expect(frame.flight?.plan.map(\.die) ?? [] == tumbling)
        }
        #expect(frames.first?.flight?.plan.count == 8)
        #expect(frames.dropFirst().allSatisfy { $0.flight == nil })
    }

    @Test(
        "a watcher that joins in mid-roll gets the dice in flight and their elapsed time",
        arguments: [0, 300, 700, 900]
    )
    func joined(milliseconds: Int) async throws {
        _ = try await rig.roll()
        try await step(for: .milliseconds(milliseconds)) {}
        let snapshot = watch(1, output)
        let inFlight = table.group.dice.filter(\.isAnimating).map(\.number)
        #expect(snapshot.flight?.plan.map(\.die) == inFlight)
        #expect(!inFlight.isEmpty)
        let elapsed = try #require(snapshot.flight?.elapsed)
        #expect(abs(elapsed - now / .milliseconds(1)) < 0.001)
        var viewer = Viewer(snapshot, at: now)
        try await step {
            table.flushFrames()
            try viewer.apply(output.take(), at: now)
            try #require(viewer.shown(at: now) == table.group.snapshot.dice)
        }
        #expect(watch(1, output).flight == nil, "at rest")
    }

    @Test("snapshots contain a flight only for watchers with plans")
    func snapshots() async throws {
        let planned = try rig.connect()
        let framed = try rig.connect()
        _ = try await rig.call(
            planned,
            Method.watch(WatchParams(table: .default, frames: .plan))
        )
        _ = try await rig.call(framed, Method.watch(WatchParams(table: .default)))
        _ = try await rig.roll(dice: [1, 2])
        await rig.advance(by: .milliseconds(100))
        func flight(_ client: RigClient, _ request: Request) async throws -> FlightPlan? {
            try await rig.call(client, request, as: TableSnapshot.self).flight
        }
        let lock = Method.toggleLock(DiceParams(table: .default, dice: [4]))
        #expect(try await flight(planned, lock)?.plan.map(\.die) == [1, 2])
        #expect(try await flight(framed, lock) == nil)
        #expect(
            try await flight(planned, Method.get(GetParams(table: .default)))?.plan.map(
                \.die
            ) == [
                1, 2,
            ]
        )
        #expect(try await flight(framed, Method.get(GetParams(table: .default))) == nil)
        #expect(
            try await flight(framed, Method.watch(WatchParams(table: .default))) == nil
        )
        #expect(
            try await flight(
                planned,
                Method.watch(WatchParams(table: .default, frames: .plan))
            )
                != nil
        )
    }

    @Test(
        "watchers with plans get the dice in flight when a table changes in mid-roll"
    )
    func tableChanged() async throws {
        let framed = RecordingOutput()
        _ = (watch(1, output), watch(2, framed, .values))
        _ = try await rig.roll()
        await rig.advance(by: .milliseconds(200))
        _ = (output.take(), framed.take())
        try await table.configure(
            ConfigureParams(table: .default, SettingsChange(players: ["ann", "bo"]))
        )
        func flight(_ output: RecordingOutput) throws -> FlightPlan? {
            for line in output.take() {
                if case .event(let event)? = try ServerLine(Array(line.utf8))?
                    .notification(),
                    case .tableChanged(let snapshot) = event.kind
                {
                    return snapshot.flight
                }
            }
            Issue.record("no change is told")
            return nil
        }
        #expect(try flight(output)?.plan.count == 5)
        #expect(try flight(framed) == nil)
    }

    @Test(
        "a slow reader gets the plan, is owed no passing values, and sees no replay"
    )
    func stalled() async throws {
        _ = watch(1, output)
        output.isDrained = false
        _ = try await rig.roll()
        await rig.advance(by: .milliseconds(300))
        await rig.advance(by: .milliseconds(100))
        #expect(output.told().map(\.name) == ["rollStarted"])
        output.isDrained = true
        table.subscribers.sendOwedFrame(of: table.group, to: RollOwner(1))
        #expect(output.told() == [], "nothing has changed that no plan tells")
        output.isDrained = false
        try await step(by: .milliseconds(20)) {}
        #expect(
            output.told().map(\.name) == ["frame", "rollSettled"],
            "one frame, the newest, and the end"
        )
        output.isDrained = true
        table.subscribers.sendOwedFrame(of: table.group, to: RollOwner(1))
        #expect(output.told() == [])
    }

    @Test(
        "a cancelled or restarted roll settles its dice at once, and a new plan starts afresh"
    )
    func cutShort() async throws {
        var viewer = Viewer(watch(1, output), at: now)
        _ = try await rig.roll()
        await rig.advance(by: .milliseconds(300))
        table.group.stopAnimation(.cancel)
        try viewer.apply(output.lines, at: now)
        #expect(output.told().map(\.name) == ["rollStarted", "frame", "rollSettled"])
        try await step(by: .milliseconds(10)) {
            try #require(viewer.shown(at: now) == table.group.snapshot.dice)
        }
        _ = try await rig.roll()
        await rig.advance(by: .milliseconds(400))
        _ = try await rig.roll(restart: true)
        try viewer.apply(output.lines, at: now)
        #expect(
            output.told().map(\.name) == [
                "rollStarted", "frame", "rollSettled", "rollStarted",
            ]
        )
        try await step {
            table.flushFrames()
            try viewer.apply(output.take(), at: now)
            try #require(viewer.shown(at: now) == table.group.snapshot.dice)
        }
    }

    @Test("a roll without animation has no plan, and its frame shows the dice")
    func notAnimated() async throws {
        _ = watch(1, output)
        _ = try await rig.roll(animate: false)
        #expect(!output.lines.contains { $0.contains(#""plan""#) })
        #expect(output.told().map(\.name) == ["frame", "rollStarted", "rollSettled"])
    }

    @Test("an unsent change is sent in a frame before the plan")
    func pendingChange() async throws {
        var viewer = Viewer(watch(1, output), at: now)
        table.group.dice[2].toggleLock()
        _ = try await rig.roll()
        try viewer.apply(output.lines, at: now)
        #expect(output.told().map(\.name) == ["frame", "rollStarted"])
        #expect(viewer.shown(at: now) == table.group.snapshot.dice)
    }

    @Test("passing values set no timer if all watchers have plans")
    func noTimer() async throws {
        _ = watch(1, output)
        await rig.advance(by: .seconds(2))
        _ = try await rig.roll()
        await rig.advance(by: .milliseconds(17))
        for _ in 1...20 {
            #expect(rig.clock.sleeperCount == table.group.dice.count { $0.isAnimating })
            await rig.advance(by: .milliseconds(20))
        }
    }
}
