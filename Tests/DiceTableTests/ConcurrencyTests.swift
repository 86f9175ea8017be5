import DiceModel
import DiceTable
import DiceTestSupport
import Foundation
import Testing

@Suite("Concurrency")
struct ConcurrencyTests {
    @Test("only one of a hundred concurrent rolls is made; the others are refused")
    func concurrentRolls() async throws {
        let table = await TestTable()
        let group = try #require(await table.group)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for _ in 1...100 {
                tasks.addTask {
                    do {
                        try await table.rollAll(group)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            var outcomes: [Bool] = []
            for _ in 1...99 {
                outcomes.append(try await tasks.next() ?? true)
            }
            try await table.run(group)
            outcomes.append(try await tasks.next() ?? false)
            return outcomes
        }
        #expect(outcomes.count { $0 } == 1)
        await #expect(group.rollCount == 1)
        await #expect(!group.isAnyDieAnimating)
    }

    @Test("no source file of the project imports Dispatch")
    func noDispatch() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources")
            .standardized
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        )
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(
                !text.contains("import Dispatch") && !text.contains("DispatchQueue"),
                "\(file.lastPathComponent)"
            )
        }
        #expect(count > 0)
    }

    @Test("a thousand dice roll at once and all settle")
    @TableActor
    func thousandDice() async throws {
        let table = TestTable(sides: Array(repeating: 6, count: 1_000))
        let group = try #require(table.group)
        let roll = try table.begin(group)
        try await table.clock.waitForSleepers(1_000)
        for _ in 1...125 {
            table.clock.advance(by: .milliseconds(10))
            await Task.yield()
        }
        table.clock.advance(by: .seconds(1))
        try await TestTable.settled(roll)
        #expect(roll.outcome == .completed)
        #expect(group.dice.allSatisfy { !$0.isAnimating })
    }
}
