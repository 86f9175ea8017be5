internal import DiceNotation

extension Series {
    /// The sum of `count` totals of this series, each independent of the others.
    func power(_ count: Int, _ work: Work) throws(OddsStop) -> Series {
        if count == 0 { return .certain(0) }
        let one = trimmed
        if one.count == 1, one.end == nil {
            return Series(
                low: one.low * count, weights: [one.weight(at: 0).power(count)],
                denominator: one.denominator.power(count))
        }
        guard one.end == nil else { return try one.powerBySquaring(count, work) }
        if count == 1 || one.count == 0 { return one }
        let (length, overflow) = (one.count - 1).multipliedReportingOverflow(by: count)
        let width = one.denominator.power(count).width
        guard !overflow, length <= Work.room / width else { throw .tooLarge }
        let byTerms = length * one.entries.count * width
        let bySteps = count * length * width / 2
        let bySquares = (length * length / 4 + 1) * (width * width / 4 + 1)
        if byTerms <= min(bySquares, one.isUniform ? bySteps : .max), let terms = one.singleWords,
            let power = try one.powerByTerms(count, terms, work)
        {
            return power
        }
        return one.isUniform && bySteps < bySquares
            ? try one.powerBySteps(count, work) : try one.powerBySquaring(count, work)
    }

    /// Whether all weights are 1.
    private var isUniform: Bool { (0..<count).allSatisfy { weight(at: $0) == .one } }

    /// The weights, if each fits in a word.
    private var singleWords: [UInt64]? {
        let weights = (0..<count).map(weight)
        return weights.allSatisfy { $0.words.count <= 1 } ? weights.map { $0.words.first ?? 0 } : nil
    }

    private func powerBySquaring(_ count: Int, _ work: Work) throws(OddsStop) -> Series {
        var (result, base, rest) = (Series.certain(0), self, count)
        let mark = work.held
        while rest > 0 {
            if rest & 1 == 1 { result = try result.plus(base, work) }
            rest >>= 1
            if rest > 0 { base = try base.plus(base, work) }
            work.keep(result.size + base.size, since: mark)
        }
        return result
    }

    /// The power of a series whose weights are all 1: a die at a time, by a window that slides over the totals so far.
    private func powerBySteps(_ dice: Int, _ work: Work) throws(OddsStop) -> Series {
        var sum = self
        let mark = work.held
        for number in 2...dice {
            let denominator = denominator.power(number)
            let length = number * (count - 1) + 1
            try work.spend(2 * length * denominator.width)
            try work.hold(length, denominator.width)
            sum = sum.slid(over: count, length, denominator).shifted(by: low)
            work.keep(sum.size, since: mark)
        }
        return sum
    }

    /// For functions f and g = f to the power of n as power series, f g' = n f' g. This gives each weight of g from as
    /// many before it as f has terms (J. C. P. Miller).
    ///
    /// Nil if a step would pass a word.
    private func powerByTerms(_ exponent: Int, _ terms: [UInt64], _ work: Work) throws(OddsStop) -> Series? {
        let length = (count - 1) * exponent
        guard let first = terms.first, let largest = terms.max(),
            Double(largest) * Double(exponent + 1) * Double(count) < 0x1p62,
            Double(first) * Double(max(1, length)) < 0x1p62
        else { return nil }
        let denominator = denominator.power(exponent)
        let width = denominator.width
        let used = terms.indices.dropFirst().filter { terms[$0] != 0 }
        try work.spend(length * used.count * width)
        try work.hold(length + 1, width)
        var weights = [UInt64](repeating: 0, count: (length + 1) * width)
        for (offset, word) in Natural(first).power(exponent).words.enumerated() { weights[offset] = word }
        var (more, less) = ([UInt64](repeating: 0, count: width + 2), [UInt64](repeating: 0, count: width + 2))
        for index in stride(from: 1, through: length, by: 1) {
            for offset in 0..<width + 2 { (more[offset], less[offset]) = (0, 0) }
            for term in used where term <= index {
                let factor = (exponent + 1) * term - index
                let start = (index - term) * width
                if factor > 0 {
                    Self.add(weights, start, width, times: UInt64(factor) * terms[term], to: &more, 0, end: width + 2)
                } else if factor < 0 {
                    Self.add(weights, start, width, times: UInt64(-factor) * terms[term], to: &less, 0, end: width + 2)
                }
            }
            var borrow = false
            for offset in 0..<width + 2 { more[offset].subtract(less[offset], &borrow) }
            let divisor = UInt64(index) * first
            var remainder: UInt64 = 0
            for offset in (0..<width + 2).reversed() {
                let (quotient, rest) = divisor.dividingFullWidth((remainder, more[offset]))
                if offset < width { weights[index * width + offset] = quotient }
                remainder = rest
            }
        }
        return Series(low: low * exponent, words: weights, denominator: denominator)
    }
}
