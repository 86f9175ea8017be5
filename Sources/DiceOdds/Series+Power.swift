extension Series {
    /// A polynomial: its coefficients by exponent.
    typealias Terms = [Int: Int]

    /// The weights by their distance from the first weight; `nil` if a weight does not fit in a
    /// word.
    private var terms: Terms? {
        var terms: Terms = [:]
        for (total, weight) in entries {
            guard let word = weight.word, let value = Int(exactly: word) else {
                return nil
            }
            terms[total - low] = value
        }
        return terms.isEmpty ? nil : terms
    }

    /// Returns the power of this series as a product of powers of polynomials with few terms, or
    /// `nil` if a weight does not fit in a word.
    private func factors(_ power: Int) -> [(terms: Terms, power: Int)]? {
        guard let terms else { return nil }
        guard terms.count == count, Set(terms.values).count == 1 else {
            return [(terms, power)]
        }
        // 1 + x + … + xⁿ⁻¹ is (1 − xⁿ) / (1 − x).
        return [([0: 1, count: -1], power), ([0: 1, 1: -1], -power)]
    }

    /// Returns the sum of `number` independent totals of this series.
    func power(_ number: Int, _ work: Work) throws(OddsError) -> Series {
        if number == 0 {
            return .certain(0)
        }
        let one = trimmed
        if one.end == nil, let factors = one.factors(number),
            factors.count > 1 || number > 2
        {
            var sum = try Series(
                low: one.low * number,
                count: (one.count - 1) * number + 1,
                one.denominator.power(number),
                work
            )
            let first = one.weight(at: 0).power(number)
            if try sum.fill(with: factors, from: first, work) {
                return sum
            }
        }
        if number == 1 {
            return one
        }
        let half = try one.power(number / 2, work)
        let square = try half.plus(half, work)
        return number.isMultiple(of: 2) ? square : try square.plus(one, work)
    }

    /// Returns the sum of `number` chains in which each die that continues is followed by another,
    /// up to about `reach` times.
    ///
    /// With x for the faces that continue and y for the others, a chain is y + xy + xxy + …, or y /
    /// (1 − x).
    static func chains(
        _ number: Int,
        onward: Series,
        last: Series,
        reach: Int,
        _ work: Work
    ) throws(OddsError) -> Series {
        if onward.words.isEmpty, onward.end == nil {
            return try last.power(number, work)
        }
        guard onward.end == nil, last.end == nil else {
            throw .noRule(.secondExplosion)
        }
        guard !last.words.isEmpty else { throw .noRule(.endlessExplosions) }
        let common = onward.denominator.joined(with: last.denominator)
        let onward = try onward.inParts(of: common, work).trimmed
        let lasts = try last.inParts(of: common, work).trimmed
        guard onward.low >= 0 else { throw .noRule(.falling) }
        guard let moving = onward.terms, let factors = lasts.factors(number),
            let all = common.natural.word
        else { throw .noRule(.tooLarge) }
        // 1 − x, in parts of the weight that remains without faces that continue and count 0. Faces
        // that continue and count 0 have no other effect.
        var stopping = Dictionary(
            uniqueKeysWithValues: moving.map { ($0 + onward.low, -$1) }
        )
        let whole = all - UInt64(-(stopping[0] ?? 0))
        stopping[0] = Int(whole)
        let step = stopping.keys.filter { $0 > 0 }.min()
        let share = Double(moving.values.reduce(0, +)) / Double(all)
        let followed =
            step == nil
            ? 0 : reach * (1 + Int(Double(number) * share / (1 - share) / 4))
        let count = step.map { (followed + 1) * $0 } ?? (lasts.count - 1) * number + 1
        let low = lasts.low * number
        var sum = try Series(
            low: low,
            count: count,
            Factors(whole).power(number + followed),
            end: step.map { _ in low + count },
            work
        )
        let first = lasts.weight(at: 0).power(number) * Natural(whole).power(followed)
        guard try sum.fill(with: factors + [(stopping, -number)], from: first, work)
        else {
            throw .noRule(.tooLarge)
        }
        return sum
    }

    /// Sets the weights, all 0 so far, to the product of polynomials, each to a power that may be
    /// negative. Returns false if a step would overflow a word.
    ///
    /// With p for the product of all f, and r for the sum over each f of the same product with n x
    /// f′ in place of f, n being its power, each weight follows from the weights before it: k p₀
    /// c(k) = Σ (rᵢ − (k − i) pᵢ) c(k − i) for i from 1 on (J. C. P. Miller).
    private mutating func fill(
        with factors: [(terms: Terms, power: Int)],
        from first: Natural,
        _ work: Work
    ) throws(OddsError) -> Bool {
        var p: Terms = [0: 1]
        var r: Terms = [:]
        var bound: Double = 1
        var degrees = Double(count)
        for (terms, power) in factors {
            bound *= terms.values.reduce(0) { $0 + Double($1.magnitude) }
            degrees += Double(terms.keys.max() ?? 0) * Double(power.magnitude)
            guard bound * degrees < 0x1p62 else { return false }
            try work.spend(100, terms.count, 2 * p.count + r.count)
            let slopes = terms.map { ($0, power * $0 * $1) }
            r = Self.product(r, terms).merging(
                Self.product(p, Dictionary(uniqueKeysWithValues: slopes)),
                uniquingKeysWith: +
            )
            p = Self.product(p, terms)
        }
        guard let lowest = p[0], lowest > 0 else { return false }
        let steps = Set(p.keys).union(r.keys).subtracting([0]).sorted().map {
            (offset: $0, p: p[$0] ?? 0, r: r[$0] ?? 0)
        }
        try work.spend(count, steps.count, width + 10)
        add(first, to: low)
        let zeros = [UInt64](repeating: 0, count: width + 2)
        for index in 0..<count where index > 0 {
            var more = zeros
            var less = zeros
            for step in steps {
                if step.offset > index {
                    break
                }
                let factor = step.r - (index - step.offset) * step.p
                let words = slot(index - step.offset)
                if factor > 0 {
                    more.add(words, times: UInt64(factor), at: 0)
                }
                if factor < 0 {
                    less.add(words, times: UInt64(-factor), at: 0)
                }
            }
            more.subtract(less)
            _ = more.divide(by: UInt64(index * lowest))
            add(more[..<width], to: low + index)
        }
        return true
    }

    private static func product(_ one: Terms, _ other: Terms) -> Terms {
        var product: Terms = [:]
        for (power, factor) in one {
            for (otherPower, otherFactor) in other {
                product[power + otherPower, default: 0] += factor * otherFactor
            }
        }
        return product
    }
}
