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

    @Test(
        "the lock admits one writer at a time, in request order, even if one fails"
    )
    func inOrder() async throws {
        struct Failure: Error {}
        let tasks = (0..<20).map { number in
            Task.immediate {
                try await lock.whileHolding {
                    inside += 1
                    #expect(inside == 1)
                    for _ in 0..<3 {
                        await Task.yield()
                    }
                    log.append(number)
                    inside -= 1
                    if number == 5 {
                        throw Failure()
                    }
                }
            }
        }
        for (number, task) in tasks.enumerated() where number != 5 {
            try await task.ended("\(number) does not get the lock")
        }
        #expect(log == Array(0..<20))
        await lock.whileHolding { log.append(20) }
        #expect(log.last == 20)
    }

    @Test(
        "a request at the moment of a release gets the lock"
    )
    func askedWhileReleased() async throws {
        var resumeFirst: CheckedContinuation<Void, Never>?
        let first = Task.immediate(executorPreference: TableActor.shared.taskExecutor) {
            await lock.whileHolding {
                await withCheckedContinuation { resumeFirst = $0 }
            }
        }
        try await Wait.until("nobody holds the lock") { resumeFirst != nil }
        let second = TableActor.task {
            await self.lock.whileHolding { self.log.append(2) }
        }
        resumeFirst?.resume()
        try await first.ended()
        // The next task has the lock after a few iterations of the loop.
        for _ in 0..<100 where log.isEmpty {
            await Task.yield()
        }
        #expect(log == [2])
        second.cancel()
    }
}
