import DiceModel
import DiceTable
import DiceWire
import Testing

@testable import DiceServer

@Suite("The watcher count")
@TableActor
struct WatcherCountTests {
    private let rig: Rig
    private let table: Table

    init() async throws {
        rig = try await Rig()
        table = try rig.table
    }

    private func watch(_ number: Int) -> RecordingOutput {
        let output = RecordingOutput()
        #expect(
            table.watch(RollOwner(number), output: output).watchers
                == table.subscribers.count
        )
        return output
    }

    private func counts(_ output: RecordingOutput) -> [Int] {
        defer {
            _ = output.told()
        }
        return output.lines.compactMap { line in
            guard
                case .event(let event)? = try? ServerLine(Array(line.utf8))?
                    .notification(),
                case .watchersChanged(let watchers, _, _, _) = event.kind
            else { return nil }
            return watchers
        }
    }

    @Test("the watcher count is sent once a second, only on change, in one line for all")
    func onceASecond() async {
        let first = watch(1)
        await rig.advance(by: .seconds(5))
        #expect(counts(first) == [])
        let others = (2...4).map(watch)
        await rig.advance(by: .milliseconds(999))
        #expect(counts(first) == [])
        await rig.advance(by: .milliseconds(1))
        #expect(counts(first) == [4])
        #expect(others.map(counts) == [[4], [4], [4]])
        table.unwatch(RollOwner(4))
        let last = watch(4)
        await rig.advance(by: .seconds(1))
        #expect(counts(first) == [])
        #expect(counts(last) == [])
        for number in 2...4 {
            table.unwatch(RollOwner(number))
        }
        await rig.advance(by: .seconds(1))
        #expect(counts(first) == [1])
    }

    @Test("watchers that return after all have left get the count again")
    func comeAgain() async {
        _ = watch(1)
        table.unwatch(RollOwner(1))
        let first = watch(2)
        _ = watch(3)
        await rig.advance(by: .seconds(1))
        #expect(counts(first) == [2])
    }

    @Test("a slow reader gets the newest watcher count once it catches up")
    func behind() async {
        let slow = watch(1)
        slow.isDrained = false
        for number in 2...4 {
            _ = watch(number)
            await rig.advance(by: .seconds(1))
        }
        #expect(counts(slow) == [])
        slow.isDrained = true
        table.sendMissed(to: RollOwner(1))
        table.sendMissed(to: RollOwner(1))
        #expect(counts(slow) == [4])
    }

    @Test("the watcher count follows the frame of earlier changes")
    func order() async throws {
        let output = watch(1)
        _ = watch(2)
        await rig.advance(by: .milliseconds(990))
        table.group.dice[0].toggleLock()
        await rig.advance(by: .milliseconds(10))
        #expect(output.told().map(\.name) == ["frame", "watchersChanged"])
    }
}
