extension Distribution {
    /// Whole totals in a row; nil where they are not whole, or lie too far apart.
    private func series(_ work: Work) throws(OddsStop) -> Series? {
        guard tail?.isAbove != false, let first = totals.first, let last = totals.last,
            let low = Int(exactly: first), let high = Int(exactly: last), high - low < 1 << 22,
            high - low < 64 * totals.count + 1_000, totals.allSatisfy({ $0.denominator == 1 })
        else { return nil }
        var end: Int?
        if let tail {
            guard let from = Int(exactly: tail.from) else { return nil }
            end = from
        }
        try work.hold(high - low + 1, 1 + denominator.width)
        var all = [Natural](repeating: .zero, count: high - low + 1)
        for (total, weight) in zip(totals, weights) { all[total.numerator - low] = weight }
        return Series(low: low, weights: all, denominator: denominator, end: end)
    }

    /// What is not listed, turned round, and all totals with it.
    var negated: Distribution {
        var negated = Distribution(totals.reversed().map { -$0 }, weights.reversed(), denominator)
        negated.failed = failed
        negated.tail = tail.map { Tail(from: -$0.from, isAbove: !$0.isAbove) }
        return negated
    }

    /// How often one of two independent expressions, or both, fail.
    private func failed(with other: Distribution) -> Natural {
        let (one, two) = (denominator.natural, other.denominator.natural)
        return one * two - (one - failed) * (two - other.failed)
    }

    func plus(_ other: Distribution, _ work: Work) throws(OddsStop) -> Distribution {
        if let number = other.only { return try shifted(by: number, work) }
        if tail?.isAbove == false, other.tail?.isAbove != true, let sum = try summed(negated, other.negated, work) {
            return sum.negated
        }
        if let sum = try summed(self, other, work) { return sum }
        return try combined(with: other, .binary(.add), work)
    }

    private func summed(_ one: Distribution, _ other: Distribution, _ work: Work) throws(OddsStop) -> Distribution? {
        guard let left = try one.series(work), let right = try other.series(work) else { return nil }
        var sum = try Distribution(try left.plus(right, work), work)
        sum.denominator = one.denominator * other.denominator
        sum.failed = one.failed(with: other)
        return sum
    }

    private func shifted(by number: Fraction, _ work: Work) throws(OddsStop) -> Distribution {
        try work.number { () throws(Arithmetic.Failure) in
            var shifted = self
            for index in totals.indices { shifted.totals[index] = try totals[index] + number }
            if let from = tail?.from { shifted.tail?.from = try from + number }
            return shifted
        }
    }

    /// The sum of so many independent totals.
    func repeated(_ count: Int, _ work: Work) throws(OddsStop) -> Distribution {
        if count == 0 { return .certain(0) }
        if count == 1 { return self }
        if let series = try series(work) {
            var sum = try Distribution(try series.power(count, work), work)
            sum.denominator = denominator.power(count)
            sum.failed = sum.denominator.natural - (denominator.natural - failed).power(count)
            return sum
        }
        // Numbers that are not whole are added one after the other.
        var sum = Distribution.certain(0)
        let mark = work.held
        for _ in 0..<count {
            sum = try sum.plus(self, work)
            work.keep(sum.size, since: mark)
        }
        return sum
    }

    /// What `body` makes of each total; nil for a failure.
    func mapped(
        _ work: Work, _ body: (Fraction) throws(OddsStop) -> Fraction?, tail: (Tail) throws(OddsStop) -> Reach
    ) throws(OddsStop) -> Distribution {
        try work.spend(100 * totals.count)
        try work.hold(size)
        var sums: [Fraction: Natural] = [:]
        var failed = failed
        for (total, weight) in zip(totals, weights) {
            if let value = try body(total) { sums[value, default: .zero] += weight } else { failed += weight }
        }
        var reach: Tail?
        if let open = self.tail {
            switch try tail(open) {
            case .exactly(let value): sums[value, default: .zero] += rest
            case .beyond(let from): reach = from
            case .failed: failed += rest
            }
        }
        return .init(sums, failed: failed, denominator, reach)
    }

    /// What an operation makes of all that a tail stands for.
    enum Reach {
        case exactly(Fraction)
        case beyond(Tail)
        case failed
    }

    /// - Parameter tail: what is cut off of it is left out of the totals.
    init(_ sums: [Fraction: Natural], failed: Natural, _ denominator: Factors, _ tail: Tail?) {
        let kept = sums.filter { entry in
            guard let tail else { return true }
            return tail.isAbove ? entry.key < tail.from : entry.key > tail.from
        }
        let totals = kept.keys.sorted()
        self.init(totals, totals.map { kept[$0] ?? .zero }, denominator)
        self.failed = failed
        self.tail = tail
    }

    /// All pairs of two independent totals.
    func combined(
        with other: Distribution, _ operation: Operation, _ work: Work
    ) throws(OddsStop) -> Distribution {
        let width = (denominator.width + 1) * (other.denominator.width + 1)
        try work.spend(40 * (totals.count + 1) * (other.totals.count + 1) * width)
        let room = Natural.room(denominator.width + other.denominator.width)
        let (mark, rest, otherRest) = (work.held, rest, other.rest)
        var sums: [Fraction: Natural] = [:]
        var failed = failed(with: other)
        for (left, weight) in zip(totals, weights) {
            try work.hold(other.totals.count, room)
            for (right, share) in zip(other.totals, other.weights) {
                if let value = try operation.value(left, right, work) {
                    sums[value, default: .zero] += weight * share
                } else {
                    failed += weight * share
                }
            }
            work.keep(sums.count * room, since: mark)
        }
        var tails: [Tail] = []
        func take(_ reach: Reach, _ weight: Natural) {
            switch reach {
            case .exactly(let value): sums[value, default: .zero] += weight
            case .beyond(let tail): tails.append(tail)
            case .failed: failed += weight
            }
        }
        if let tail {
            for (number, weight) in zip(other.totals, other.weights) {
                take(try operation.reach(tail, number, isLeft: true, work), rest * weight)
            }
            if let second = other.tail { tails.append(try operation.reach(tail, second, work)) }
        }
        if let tail = other.tail {
            for (number, weight) in zip(totals, weights) {
                take(try operation.reach(tail, number, isLeft: false, work), otherRest * weight)
            }
        }
        guard Set(tails.map(\.isAbove)).count <= 1 else { throw .noRule(Operation.noEnds) }
        let from = tails.first?.isAbove == true ? tails.map(\.from).min() : tails.map(\.from).max()
        let tail = from.map { Tail(from: $0, isAbove: tails[0].isAbove) }
        return .init(sums, failed: failed, denominator * other.denominator, tail)
    }
}
