import DiceModel
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Faces withheld from plans")
@TableActor
struct WithheldPlanTests {
    /// Returns the messages to one watcher that watches from the start and to one that joins in
    /// mid-roll before any die settles, without commitments; and the drawn faces.
    private func told(seed: UInt64) async throws -> (lines: [String], faces: [Int]) {
        let rig = try await Rig(seed: seed)
        let table = try rig.table
        let early = RecordingOutput()
        let late = RecordingOutput()
        var lines = [Self.text(table.watch(RollOwner(1), .plan, output: early))]
        let roll = try await rig.roll()
        await rig.advance(by: .milliseconds(300))
        await rig.advance(by: .milliseconds(100))
        lines.append(Self.text(table.watch(RollOwner(2), .plan, output: late)))
        lines += early.take() + late.take()
        try #require(!table.group.dice.contains { !$0.isAnimating })
        table.group.stopAnimation(.cancel)
        let promises = /[0-9a-f]{64}/
        return (lines.map { $0.replacing(promises, with: "…") }, roll.dice.map(\.value))
    }

    private static func text(_ snapshot: TableSnapshot) -> String {
        String(decoding: snapshot.jsonBytes(), as: UTF8.self)
    }

    @Test(
        "all bytes before the first die settles are equal over 1,000 rolls of other faces"
    )
    func sameBytes() async throws {
        let first = try await told(seed: 1)
        #expect(first.lines.count >= 3)
        #expect(first.lines.contains { $0.contains(#""plan""#) })
        var faces: Set<[Int]> = []
        for seed in 1...1_000 as ClosedRange<UInt64> {
            let other = try await told(seed: seed)
            try #require(other.lines == first.lines)
            faces.insert(other.faces)
        }
        #expect(faces.count > 900)
    }

    @Test(
        "passing values equal the final face only as often as chance, over 1,000 rolls"
    )
    func independent() async throws {
        let rig = try await Rig()
        let table = try rig.table
        let output = RecordingOutput()
        _ = table.watch(RollOwner(1), .plan, output: output)
        var hits = [Int](repeating: 0, count: AnimationPlan.valueCount)
        var pairs: [[Int]: Int] = [:]
        var dice = 0
        for number in 1...1_000 {
            if number.isMultiple(of: 500) {
                _ = try await table.endTurn(by: "ann")
            }
            _ = output.take()
            let roll = try await rig.roll()
            guard let line = output.take().last,
                case .event(let event)? = try ServerLine(Array(line.utf8))?
                    .notification(),
                case .rollStarted(_, _, _, let plan?) = event.kind
            else {
                Issue.record("no plan is told")
                return
            }
            table.group.stopAnimation(.cancel)
            for die in plan {
                let face = roll.dice[die.die - 1].value
                for (index, value) in die.values.enumerated() where value == face {
                    hits[index] += 1
                }
                pairs[[die.values[AnimationPlan.valueCount - 1], face], default: 0] += 1
                dice += 1
            }
        }
        #expect(dice == 5_000)
        // A sixth of 5,000 is 833, and five standard deviations are 132.
        #expect(hits.allSatisfy { (701...965).contains($0) }, "\(hits)")
        // The last value and the face form 36 pairs, so the statistic has 35 degrees of freedom. A
        // result above 85 happens by chance once in two hundred thousand runs.
        let expected = 5_000.0 / 36
        let distance = (1...6).flatMap { a in (1...6).map { [a, $0] } }.reduce(0.0) {
            sum,
            pair in
            let difference = Double(pairs[pair] ?? 0) - expected
            return sum + difference * difference / expected
        }
        #expect(distance < 85, "\(pairs)")
    }
}
