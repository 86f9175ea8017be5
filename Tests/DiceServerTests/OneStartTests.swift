import DiceModel
import DiceTestSupport
import DiceWire
import Testing

/// The dice of a roll start together, however long the daemon takes to start them.
@Suite("One start for all dice of a roll")
struct OneStartTests {
    @Test("delays and durations count from one instant, though the clock goes on while the roll begins")
    func oneInstant() async throws {
        let (still, moving) = (TestClock(), TestClock(step: .microseconds(10)))
        let dice = 20
        let stillTimes = try await times(on: still, dice: dice)
        let movingTimes = try await times(on: moving, dice: dice)
        #expect(stillTimes.count == dice && Set(stillTimes).count == dice)
        #expect(movingTimes.count == dice)
        #expect(Set(zip(stillTimes, movingTimes).map { $0.duration(to: $1) }).count == 1)
    }

    /// When the first values of the dice of one roll are due.
    private func times(on clock: TestClock, dice: Int) async throws -> [TestClock.Instant] {
        let name = try #require(TableName("t"))
        return try await TestDaemon.with(clock: clock) { daemon in
            let client = try await daemon.connect()
            let sides = Array(repeating: 6, count: dice)
            let _: TableSnapshot = try await client.call(.create(CreateParams(table: name, dice: sides)))
            try await client.send(.roll(RollParams(table: name)), id: 7)
            // Nobody else sleeps for so short a time.
            func delayed() -> [TestClock.Instant] { clock.deadlines.filter { $0.offset < .milliseconds(500) } }
            while delayed().count < dice { let _: EmptyObject = try await client.call(.ping) }
            return delayed()
        }
    }
}
