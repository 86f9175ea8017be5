internal import DiceNotation

/// How often each of several whole totals in a row occurs, in parts of a denominator.
///
/// The weights may add up to less than the denominator: a series may be a part of a distribution.
struct Series {
    /// The total of the first weight.
    private(set) var low: Int
    /// Words of a weight.
    private(set) var width: Int
    /// The weights one after the other, each with its lowest word first.
    private(set) var words: [UInt64]
    var denominator: Factors
    /// The totals from this one on are left out.
    private(set) var end: Int?

    init(low: Int, count: Int, width: Int, denominator: Factors, end: Int? = nil) {
        (self.low, self.width, self.denominator, self.end) = (low, width, denominator, end)
        words = Array(repeating: 0, count: count * width)
    }

    /// One total alone.
    static func certain(_ total: Int) -> Series {
        var series = Series(low: total, count: 1, width: 1, denominator: .one)
        series.words[0] = 1
        return series
    }

    /// No total below `end` at all.
    static func beyond(_ end: Int) -> Series { Series(low: end, count: 0, width: 1, denominator: .one, end: end) }

    /// - Parameter weights: of the totals from `low` on, in parts of `denominator`.
    init(low: Int, weights: [Natural], denominator: Factors, end: Int? = nil) {
        self.init(low: low, count: weights.count, width: denominator.width, denominator: denominator, end: end)
        set(weights)
    }

    /// - Parameter words: the weights one after the other, each as wide as the denominator needs.
    init(low: Int, words: [UInt64], denominator: Factors) {
        (self.low, self.words, self.denominator, width) = (low, words, denominator, denominator.width)
    }

    /// About how many words it takes.
    var size: Int { words.count }
    var count: Int { words.count / width }
    var high: Int { low + count - 1 }

    subscript(total total: Int) -> Natural {
        let index = total - low
        return index >= 0 && index < count ? weight(at: index) : .zero
    }

    func weight(at index: Int) -> Natural { Natural(words: words[index * width..<(index + 1) * width]) }

    mutating func set(_ weights: [Natural]) {
        for (index, weight) in weights.enumerated() {
            for (offset, word) in weight.words.enumerated() { words[index * width + offset] = word }
        }
    }

    func isZero(at index: Int) -> Bool { words[index * width..<(index + 1) * width].allSatisfy { $0 == 0 } }

    /// The sum of all weights.
    var mass: Natural { (0..<count).reduce(.zero) { $0 + weight(at: $1) } }

    /// The totals that can occur, with their weights.
    var entries: [(total: Int, weight: Natural)] {
        (0..<count).lazy.filter { !isZero(at: $0) }.map { (low + $0, weight(at: $0)) }
    }

    func shifted(by offset: Int) -> Series {
        var series = self
        series.low += offset
        series.end = end.map { $0 + offset }
        return series
    }

    /// The series without totals of `end` or higher.
    func cut(at end: Int) -> Series {
        var series = self
        if end <= high { series.words.removeLast((count - max(0, end - low)) * width) }
        series.end = min(end, self.end ?? end)
        if series.words.isEmpty { series.low = series.end ?? end }
        return series
    }

    /// The series without zeros at both ends.
    var trimmed: Series {
        guard let first = (0..<count).first(where: { !isZero(at: $0) }),
            let last = (0..<count).last(where: { !isZero(at: $0) })
        else {
            var empty = self
            empty.words = []
            empty.low = end ?? low
            return empty
        }
        var series = self
        series.low += first
        series.words = Array(words[first * width..<(last + 1) * width])
        return series
    }

    /// The same series in parts of `denominator`, a multiple of its own.
    func inParts(of denominator: Factors, _ work: Work) throws(OddsStop) -> Series {
        if denominator == self.denominator { return self }
        try work.hold(count, denominator.width)
        var series = Series(low: low, count: count, width: denominator.width, denominator: denominator, end: end)
        try series.add(self, times: denominator.divided(by: self.denominator).natural, work)
        return series
    }

    /// Adds `factor` times the weights of `other`, whose totals must lie within this series' own, whatever its
    /// denominator.
    mutating func add(_ other: Series, times factor: Natural, _ work: Work) throws(OddsStop) {
        let factorWords = factor.words
        guard !factorWords.isEmpty, other.count > 0 else { return }
        try work.spend(other.count * other.width * factorWords.count)
        precondition(other.low >= low && other.high <= high, "totals outside")
        let start = other.low - low
        if width == 1, other.width == 1 {
            let factor = factorWords[0]
            for index in 0..<other.count { words[start + index] &+= other.words[index] &* factor }
            return
        }
        for index in 0..<other.count {
            let length = other.length(at: index)
            for (offset, word) in factorWords.enumerated() {
                Self.add(
                    other.words, index * other.width, length, times: word, to: &words,
                    (start + index) * width + offset, end: (start + index + 1) * width)
            }
        }
    }

    /// Words of a weight without leading zeros.
    private func length(at index: Int) -> Int {
        var length = width
        while length > 0, words[index * width + length - 1] == 0 { length -= 1 }
        return length
    }

    /// Adds `length` words times `factor` to `sum`, whose number ends before `end`.
    @inline(__always)
    static func add(
        _ words: [UInt64], _ start: Int, _ length: Int, times factor: UInt64, to sum: inout [UInt64], _ position: Int,
        end: Int
    ) {
        var carry: UInt64 = 0
        var position = position
        for index in start..<start + length {
            let total = UInt128(words[index]) * UInt128(factor) + UInt128(sum[position]) + UInt128(carry)
            sum[position] = UInt64(truncatingIfNeeded: total)
            carry = UInt64(truncatingIfNeeded: total >> 64)
            position += 1
        }
        while carry != 0, position < end {
            let (total, overflow) = sum[position].addingReportingOverflow(carry)
            sum[position] = total
            carry = overflow ? 1 : 0
            position += 1
        }
    }

    /// The totals of both added.
    func plus(_ other: Series, _ work: Work) throws(OddsStop) -> Series {
        let end = [self.end.map { $0 + other.low }, other.end.map { $0 + self.low }].compactMap(\.self).min()
        guard count > 0, other.count > 0 else {
            return Series(low: end ?? low + other.low, count: 0, width: 1, denominator: .one, end: end)
        }
        if other.count == 1, other.denominator == .one, other.words[0] == 1 { return shifted(by: other.low) }
        if count == 1, denominator == .one, words[0] == 1 { return other.shifted(by: low) }
        let denominator = self.denominator * other.denominator
        let sumLow = self.low + other.low
        let count = max(0, min(self.count + other.count - 1, end.map { $0 - sumLow } ?? .max))
        let width = denominator.width
        try work.hold(count, width)
        try work.spend(self.count * other.count * self.width * other.width)
        var sum = Series(low: sumLow, count: count, width: width, denominator: denominator, end: end)
        if width == 1, self.width == 1, other.width == 1 {
            for one in 0..<min(self.count, count) where words[one] != 0 {
                let factor = words[one]
                for two in 0..<min(other.count, count - one) { sum.words[one + two] &+= other.words[two] &* factor }
            }
            return sum
        }
        let lengths = (0..<other.count).map(other.length)
        for one in 0..<min(self.count, count) {
            let length = self.length(at: one)
            for two in 0..<min(other.count, count - one) where lengths[two] > 0 {
                let start = (one + two) * width
                for offset in 0..<length {
                    Self.add(
                        other.words, two * other.width, lengths[two], times: words[one * self.width + offset],
                        to: &sum.words, start + offset, end: start + width)
                }
            }
        }
        return sum
    }

    /// Each weight is the sum of the `window` weights that end with it: one more fair die of `window` sides.
    func slid(over window: Int, _ length: Int, _ denominator: Factors) -> Series {
        let width = denominator.width
        var sum = Series(low: low, count: length, width: width, denominator: denominator)
        var current = [UInt64](repeating: 0, count: width)
        for index in 0..<length {
            if index < count {
                var carry = false
                for offset in 0..<width {
                    current[offset].add(offset < self.width ? words[index * self.width + offset] : 0, &carry)
                }
            }
            if index >= window, index - window < count {
                var borrow = false
                for offset in 0..<width {
                    let word = offset < self.width ? words[(index - window) * self.width + offset] : 0
                    current[offset].subtract(word, &borrow)
                }
            }
            for offset in 0..<width { sum.words[index * width + offset] = current[offset] }
        }
        return sum
    }
}
