import DiceModel
import DiceTestSupport
import Testing

@Suite("Steps on a clock")
@TableActor
struct TableClockTests {
    private let times = [0, 10, 20, 30, 40].map { Duration.milliseconds($0) }

    @Test(
        "of the steps that are overdue only the newest is carried out, one whose time is now among them",
        arguments: [
            (0, [0, 1, 2, 3, 4]), (9, [0, 1, 2, 3, 4]), (10, [1, 2, 3, 4]), (25, [2, 3, 4]), (40, [4]), (99, [4]),
        ])
    func overdue(milliseconds: Int, expected: [Int]) async throws {
        let clock = TestClock()
        let start = clock.now
        clock.advance(by: .milliseconds(milliseconds))
        var steps: [Int] = []
        try await clock.run(from: start, at: times) { step in
            steps.append(step)
            clock.advance(to: start.advanced(by: .milliseconds((step + 1) * 10)))
            return true
        }
        #expect(steps == expected)
    }

    @Test("no step comes early")
    func neverEarly() async throws {
        let clock = TestClock()
        let start = clock.now
        var seen: [Duration] = []
        let running = Task.immediate {
            try await clock.run(from: start, at: times) { _ in
                seen.append(clock.now.offset)
                return true
            }
        }
        for time in times.dropFirst() {
            await clock.waitForSleepers(1)
            #expect(clock.nextDeadline == start.advanced(by: time))
            clock.advance(by: .milliseconds(10))
        }
        try await running.value
        #expect(seen == times)
    }

    @Test("a step that wants no more is the last")
    func wantsNoMore() async throws {
        let clock = TestClock()
        let start = clock.now
        clock.advance(by: .milliseconds(20))
        var steps: [Int] = []
        try await clock.run(from: start, at: times) { step in
            steps.append(step)
            clock.advance(by: .milliseconds(10))
            return false
        }
        #expect(steps == [2])
    }
}
