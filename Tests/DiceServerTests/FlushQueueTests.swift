import DiceTable
import DiceTestSupport
import Testing

@testable import DiceServer

/// Lines that are sent immediately, and lines that wait for the end of the tick.
@Suite("The queue of due lines")
@TableActor
struct FlushQueueTests {
    private let queue = FlushQueue()

    /// Returns in a later iteration of the loop.
    private func nextTurn() async throws {
        let now = TableActor.shared.ticks
        try await Wait.until("the loop stands still") { TableActor.shared.ticks > now }
    }

    @Test(
        "the lines sent in one turn are limited so that the loop has time for requests"
    )
    func crowd() async throws {
        try await nextTurn()
        var left = 0
        for _ in 0..<2_000 where queue.mayWrite(10) {
            left += 1
        }
        #expect(left == 1_024)
        try await nextTurn()
        for _ in 0..<10 {
            #expect(queue.mayWrite(100_000))
        }
        #expect(!queue.mayWrite(100_000))
    }

    @Test(
        "a connection that asks alone is answered at once; among several, only the first is"
    )
    func quiet() async throws {
        for _ in 0..<3 {
            try await nextTurn()
            #expect(queue.isQuiet())
        }
        #expect(!queue.isQuiet())
        try await nextTurn()
        #expect(!queue.isQuiet(), "there were several in the turn before")
        try await nextTurn()
        #expect(queue.isQuiet())
    }
}
