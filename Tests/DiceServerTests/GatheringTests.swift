import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import DiceWire
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// The frames that watchers receive, and when they receive them, on a loop whose clock the test
/// advances.
@Suite("Gathering changes into frames")
@TableActor
struct GatheringTests {
    private let rig: Rig
    private let table: Table
    private let output = RecordingOutput()

    init() async throws {
        rig = try await Rig()
        table = try rig.table
    }

    private func watch(_ number: Int, _ output: RecordingOutput) {
        _ = table.watch(RollOwner(number), output: output)
    }

    @Test("changes are gathered for less time than a die shows any value")
    func noValueIsSkipped() throws {
        let quickest = AnimationPlan(
            delay: .zero,
            duration: AnimationPlan.durations.lowerBound
        )
        let shown = (0..<AnimationPlan.stepCount).map { quickest.time(ofStep: $0) }
        let shortest = try #require(zip(shown.dropFirst(), shown).map { $0 - $1 }.min())
        #expect(Table.gatheringTime < shortest)
    }

    @Test("changes within 8 ms form one frame, no later")
    func oneFrame() async {
        watch(1, output)
        for number in [0, 3] {
            table.group.dice[number].toggleLock()
        }
        await rig.advance(by: Table.gatheringTime - .microseconds(1))
        #expect(output.told() == [])
        await rig.advance(by: .microseconds(1))
        #expect(
            output.told() == [
                .init(name: "frame", revision: table.group.revision, dice: [1, 4])
            ]
        )
        await rig.advance(by: .seconds(60))
        #expect(output.told() == [])
        table.group.dice[1].toggleLock()
        await rig.advance(by: .milliseconds(16))
        #expect(output.told().map(\.dice) == [[2]])
    }

    @Test(
        "settled dice are gathered for longer if all watchers have plans"
    )
    func settledDice() async {
        _ = table.watch(RollOwner(1), .plan, output: output)
        table.group.dice[0].toggleLock()
        await rig.advance(by: Table.settlingTime - .microseconds(1))
        #expect(output.told() == [])
        table.group.dice[3].toggleLock()
        await rig.advance(by: .microseconds(1))
        #expect(output.told().map(\.dice) == [[1, 4]])
        watch(2, RecordingOutput())
        table.group.dice[1].toggleLock()
        await rig.advance(by: Table.gatheringTime)
        #expect(output.told().map(\.dice) == [[2]], "others are not told later for it")
    }

    @Test(
        "a throw in flight limits gathering to 8 ms even for plans, secret or not",
        arguments: [nil, ["ann"]] as [[String]?]
    )
    func besideThrows(_ seenBy: [String]?) async throws {
        _ = table.watch(RollOwner(1), .plan, output: output)
        let params = ThrowParams(table: .default, expression: "3d6", seenBy: seenBy)
        _ = try await table.throw(
            try Expression(parsing: "3d6"),
            text: "3d6",
            params,
            from: Roller(by: "ann", owner: RollOwner(1_000))
        )
        // The frame for the throw's start.
        await rig.advance(by: Table.gatheringTime)
        _ = output.told()
        table.group.dice[0].toggleLock()
        await rig.advance(by: Table.gatheringTime)
        func frames() -> [[Int]] {
            output.told().filter { $0.name == "frame" }.map(\.dice)
        }
        #expect(frames() == [[1]])
        table.group.throwsInFlight.first?.stop(.cancel)
        await rig.advance(by: Table.settlingTime)
        _ = output.told()
        table.group.dice[1].toggleLock()
        await rig.advance(by: Table.gatheringTime)
        #expect(frames() == [])
        await rig.advance(by: Table.settlingTime)
        #expect(frames() == [[2]])
    }

    @Test("an event carries its frame, and no change is sent twice")
    func eventBringsFrame() async throws {
        watch(1, output)
        table.group.dice[0].toggleLock()
        let roll = try await rig.roll()
        let told = output.told()
        #expect(told.map(\.name) == ["frame", "rollStarted"])
        #expect(told[0].dice == [1, 2, 3, 4, 5])
        #expect(told.allSatisfy { $0.revision == table.group.revision })
        // Less than the shortest delay of these dice.
        await rig.advance(by: .milliseconds(17))
        #expect(output.told() == [])
        table.group.stopAnimation(.cancel)
        #expect(output.told().map(\.name) == ["frame", "rollSettled"])
        #expect(roll.outcome == .cancelled)
    }

    @Test(
        "a slow reader is owed one frame, the newest; only the end of a roll sends it at once"
    )
    func behind() async throws {
        watch(1, output)
        output.isDrained = false
        table.group.dice[0].toggleLock()
        await rig.advance(by: .milliseconds(16))
        #expect(output.told() == [])
        _ = try await rig.roll()
        #expect(output.told().map(\.name) == ["rollStarted"])
        table.group.stopAnimation(.cancel)
        let told = output.told()
        #expect(
            told.map(\.name) == ["frame", "rollSettled"],
            "no roll ends before its last die has"
        )
        #expect(told[0].dice == [1, 2, 3, 4, 5])

        for number in [1, 2] {
            table.group.dice[number].toggleLock()
            await rig.advance(by: .milliseconds(16))
        }
        table.subscribers.sendOwedFrame(of: table.group, to: RollOwner(1))
        #expect(output.told() == [], "still behind")
        output.isDrained = true
        table.subscribers.sendOwedFrame(of: table.group, to: RollOwner(1))
        #expect(
            output.told() == [
                .init(name: "frame", revision: table.group.revision, dice: [2, 3])
            ]
        )
        table.subscribers.sendOwedFrame(of: table.group, to: RollOwner(1))
        #expect(output.told() == [], "owed no more")
    }

    @Test(
        "each watcher gets what it has not seen, and equal watchers get the same line"
    )
    func byWhatWasSeen() async {
        let early = output
        let late = RecordingOutput()
        let slow = RecordingOutput()
        watch(1, early)
        watch(3, slow)
        slow.isDrained = false
        table.group.dice[0].toggleLock()
        watch(2, late)
        #expect(
            early.told().map(\.dice) == [[1]],
            "sent at once, so that no snapshot is newer than a frame to come"
        )
        table.group.dice[1].toggleLock()
        slow.isDrained = true
        await rig.advance(by: .milliseconds(16))
        #expect(early.lines == late.lines)
        #expect(early.told().map(\.dice) == [[2]])
        #expect(slow.told().map(\.dice) == [[1, 2]])
    }

    @Test("a frame after an unrelated snapshot holds only what changed since")
    func snapshotByAnotherWay() async {
        watch(1, output)
        table.group.dice[0].toggleLock()
        table.subscribers[RollOwner(1)]?.sentSnapshot(revision: table.group.revision)
        table.subscribers[RollOwner(1)]?.sentSnapshot(revision: 0)
        await rig.advance(by: .milliseconds(16))
        #expect(output.told() == [])
        table.group.dice[4].toggleLock()
        await rig.advance(by: .milliseconds(16))
        #expect(output.told().map(\.dice) == [[5]])
    }

    @Test("a frame omits changes that the watcher received through table.get")
    func snapshotByRequest() async throws {
        let client = try rig.connect()
        client.send([Method.watch(WatchParams(table: .default))])
        rig.loop.run()
        _ = try client.writes()
        table.group.dice[0].toggleLock()
        client.send([Method.get(GetParams(table: .default))])
        await rig.advance(by: .milliseconds(16))
        #expect(try client.writes() == [1], "the reply alone")
        table.group.dice[1].toggleLock()
        await rig.advance(by: .milliseconds(16))
        #expect(try client.writes() == [1])
    }

    @Test("a deleted table announces its deletion last, and is refused afterwards")
    func deleted() async throws {
        watch(1, output)
        _ = try await rig.roll()
        _ = output.told()
        try await rig.tables.delete(.default)
        #expect(output.told().map(\.name) == ["frame", "rollSettled", "tableDeleted"])
        #expect(output.ended == [.default])
        #expect(table.subscribers.isEmpty)
        let error = await #expect(throws: WireError.self) {
            try await table.changeLocks(.lock, dice: [1], by: "ann")
        }
        #expect(error?.known == .tableNotFound)
        #expect(rig.store.writes == 3)
        table.group.dice[0].toggleLock()
        await rig.advance(by: .seconds(1))
        #expect(output.told() == [])
    }
}
