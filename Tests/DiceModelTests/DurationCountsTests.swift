import DiceModel
import Testing

@Suite("Counts of durations")
struct DurationCountsTests {
    @Test("a duration counts at the first bound that it does not exceed")
    func bounds() {
        var counts = DurationCounts(bounds: [100, 1_000])
        for microseconds in [0, 100, 101, 1_000, 1_001, 9_000_000] {
            counts.add(.microseconds(microseconds))
        }
        #expect(counts.counts == [2, 2, 2])
        #expect(counts.total == 6)
        #expect(counts.sum == 9_002_202)
    }

    @Test("decoded counts must fit their bounds")
    func read() {
        #expect(DurationCounts(bounds: [1, 2], counts: [1, 2, 3], sum: 4).isPossible)
        #expect(!DurationCounts(bounds: [1, 2], counts: [1, 2], sum: 4).isPossible)
        #expect(!DurationCounts(bounds: [2, 1], counts: [1, 2, 3], sum: 4).isPossible)
        #expect(
            !DurationCounts(bounds: [1, 2], counts: [1, -2, 3], sum: 4).isPossible
        )
    }
}
