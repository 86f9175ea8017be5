internal import DiceModel

/// The numbers of throws that have not come yet. Throws end in another order than they begin, so one that is missing may
/// still be in flight.
struct MissingNumbers: Sendable {
    /// More gaps than there can be throws in flight.
    static let most = 20_000
    /// How long after a later throw one may end, in milliseconds: several times as long as dice roll that are slowed down
    /// as much as dice can be.
    static let longestFlight: Int64 = 3_600_000

    enum Taken {
        /// It is the next one, or was missing.
        case new
        /// It is lower than the first one that was waited for.
        case old
        case again
        case withTooManyMissing
    }

    private(set) var gaps: [(numbers: ClosedRange<Int>, since: Timestamp)] = []
    private var known: ClosedRange<Int>?

    var isEmpty: Bool { known == nil }

    /// Takes a number that has come.
    ///
    /// - Parameters:
    ///   - first: the lowest that is waited for; only the first call's counts.
    ///   - instant: when its throw ended.
    mutating func take(_ number: Int, first: Int, at instant: Timestamp) -> Taken {
        let (lowest, highest) = (known?.lowerBound ?? first, known?.upperBound ?? first - 1)
        guard number >= lowest else { return .old }
        guard number <= highest else {
            if number > highest + 1 { gaps.append((highest + 1...number - 1, instant)) }
            known = lowest...number
            return gaps.count <= Self.most ? .new : .withTooManyMissing
        }
        guard let index = gaps.firstIndex(where: { $0.numbers.contains(number) }) else { return .again }
        let gap = gaps.remove(at: index)
        if number < gap.numbers.upperBound { gaps.insert((number + 1...gap.numbers.upperBound, gap.since), at: index) }
        if number > gap.numbers.lowerBound { gaps.insert((gap.numbers.lowerBound...number - 1, gap.since), at: index) }
        return .new
    }

    /// A number that cannot be in flight any more, as `instant` is long after a later throw has ended.
    func lost(at instant: Timestamp) -> Int? {
        gaps.first { instant.millisecondsSinceEpoch - $0.since.millisecondsSinceEpoch > Self.longestFlight }?
            .numbers.lowerBound
    }
}
