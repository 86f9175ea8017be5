import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@testable import DiceServer

@Suite("The lock around writes")
@TableActor
final class WriteLockTests {
    private let lock = WriteLock()
    private var log: [Int] = []
    private var inside = 0

    @Test("one at a time, in the order of asking, though each of them waits within, and one fails")
    func inOrder() async {
        struct Failure: Error {}
        let tasks = (0..<20).map { number in
            Task.immediate {
                try await lock.whileHolding {
                    inside += 1
                    #expect(inside == 1)
                    for _ in 0..<3 { await Task.yield() }
                    log.append(number)
                    inside -= 1
                    if number == 5 { throw Failure() }
                }
            }
        }
        for task in tasks { _ = await task.result }
        #expect(log == Array(0..<20))
        await lock.whileHolding { log.append(20) }
        #expect(log.last == 20)
    }
}
