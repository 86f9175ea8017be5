internal import DiceNotation

extension Distribution {
    /// Whole totals in a row; nil if they are not whole, or lie too far apart.
    private func series(_ work: Work) throws(OddsStop) -> Series? {
        guard tail?.isAbove != false, let first = totals.first, let last = totals.last,
            let low = Int(exactly: first), let high = Int(exactly: last), high - low < 1 << 22,
            high - low < 64 * totals.count + 1_000, totals.allSatisfy({ $0.denominator == 1 })
        else { return nil }
        let end = tail.flatMap { Int(exactly: $0.from) }
        guard (end == nil) == (tail == nil) else { return nil }
        try work.hold(high - low + 1, 1 + denominator.width)
        var all = [Natural](repeating: .zero, count: high - low + 1)
        for (total, weight) in zip(totals, weights) { all[total.numerator - low] = weight }
        return Series(low: low, weights: all, denominator: denominator, end: end)
    }

    /// The distribution of the negated totals; its tail is on the other side.
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
        var shifted = self
        for index in totals.indices { shifted.totals[index] = try work.number(try totals[index] + number) }
        if let from = tail?.from { shifted.tail?.from = try work.number(try from + number) }
        return shifted
    }

    /// The sum of `count` independent totals.
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
        var tails: [Tail] = []
        if let open = self.tail {
            switch try tail(open) {
            case .exactly(let value): sums[value, default: .zero] += rest
            case .beyond(let from): tails = [from]
            case .failed: failed += rest
            }
        }
        return try .init(sums, failed: failed, denominator, tails)
    }

    /// What an operation makes of all that a tail stands for.
    enum Reach {
        case exactly(Fraction)
        case beyond(Tail)
        case failed
    }

    /// - Parameter tails: what is cut off of any of them is left out of the totals.
    init(_ sums: [Fraction: Natural], failed: Natural, _ denominator: Factors, _ tails: [Tail] = []) throws(OddsStop) {
        guard Set(tails.map(\.isAbove)).count <= 1 else { throw .noRule(Operation.noEnds) }
        let isAbove = tails.first?.isAbove == true
        let from = isAbove ? tails.map(\.from).min() : tails.map(\.from).max()
        let totals = sums.keys.filter { total in from.map { isAbove ? total < $0 : total > $0 } ?? true }.sorted()
        self.init(totals, totals.map { sums[$0] ?? .zero }, denominator)
        self.failed = failed
        tail = from.map { Tail(from: $0, isAbove: isAbove) }
    }

    /// All pairs of two independent totals.
    func combined(with other: Distribution, _ operation: Operation, _ work: Work) throws(OddsStop) -> Distribution {
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
        return try .init(sums, failed: failed, denominator * other.denominator, tails)
    }

    /// The totals of an endless series that are left out are less probable than this.
    public static let negligible = 1e-12

    /// One of several distributions by chance: each counts as often as its weight says.
    /// - Parameters:
    ///   - failed: how often it is none of them.
    ///   - denominator: what the weights are parts of.
    static func mixture(
        _ parts: [(weight: Natural, distribution: Distribution)], failed: Natural, of denominator: Factors, _ work: Work
    ) throws(OddsStop) -> Distribution {
        let common = parts.reduce(Factors.one) { $0.joined(with: $1.distribution.denominator) }
        let width = common.width + denominator.width
        var sums: [Fraction: Natural] = [:]
        var failed = failed * common.natural
        let mark = work.held
        for part in parts {
            try work.hold(part.distribution.totals.count, Natural.room(width))
            let factor = common.divided(by: part.distribution.denominator).natural * part.weight
            try work.spend(part.distribution.totals.count * (width * width + 80))
            for (total, weight) in zip(part.distribution.totals, part.distribution.weights) {
                sums[total, default: .zero] += weight * factor
            }
            failed += part.distribution.failed * factor
            work.keep(sums.count * Natural.room(width), since: mark)
        }
        return try .init(sums, failed: failed, denominator * common, parts.compactMap(\.distribution.tail))
    }

    /// The higher or the lower one of two independent totals.
    func extreme(with other: Distribution, _ operation: Operation, _ work: Work) throws(OddsStop) -> Distribution {
        guard tail == nil, other.tail == nil else { return try combined(with: other, operation, work) }
        guard case .maximum = operation else { return try negated.extreme(with: other.negated, .maximum, work).negated }
        let (width, count) = (denominator.width + other.denominator.width, totals.count + other.totals.count)
        try work.spend(count * (width * width * 4 + 200))
        try work.hold(count, Natural.room(width))
        var (sums, one, two) = ([Fraction: Natural](), 0, 0)
        var (below, otherBelow) = (Natural.zero, Natural.zero)
        while one < totals.count || two < other.totals.count {
            let isLeft = two == other.totals.count || one < totals.count && totals[one] <= other.totals[two]
            let total = isLeft ? totals[one] : other.totals[two]
            let before = below * otherBelow
            if isLeft {
                below += weights[one]
                one += 1
            }
            if two < other.totals.count, other.totals[two] == total {
                otherBelow += other.weights[two]
                two += 1
            }
            let weight = below * otherBelow - before
            if !weight.isZero { sums[total] = weight }
        }
        let whole = denominator * other.denominator
        return try .init(sums, failed: whole.natural - listed * other.listed, whole)
    }

    /// The distribution without the totals whose joint probability is negligible; nil if more is left out already.
    func trimmed() -> Distribution? {
        guard let tail else { return self }
        guard tail.isAbove else { return negated.trimmed()?.negated }
        let whole = denominator.natural
        guard rest.ratio(to: whole) < Self.negligible else { return nil }
        var (trimmed, left) = (self, rest)
        while let last = trimmed.weights.last, (left + last).ratio(to: whole) < Self.negligible {
            left += last
            trimmed.tail?.from = trimmed.totals.removeLast()
            trimmed.weights.removeLast()
        }
        return trimmed
    }
}
