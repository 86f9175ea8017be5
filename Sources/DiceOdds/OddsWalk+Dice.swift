internal import DiceNotation

extension OddsWalk {
    mutating func dice(_ term: DiceTerm) throws(OddsStop) -> Distribution {
        let operands = Expression(.dice(term)).parts
        let own = if case .number = term.sides { 2 } else { 1 }
        return try cases(of: operands) { (walk, numbers) throws(OddsStop) in
            guard let count = whole(numbers[0], 0...NotationLimits.dice) else { return .failure }
            try walk.count(steps: term.modifiers.count * NotationLimits.steps(dice: count))
            let faces: Faces
            switch term.sides {
            case .fate(let die): faces = Faces(die)
            case .number:
                guard let sides = whole(numbers[1], NotationLimits.sides) else { return .failure }
                try walk.work.hold(sides)
                faces = Faces(sides: sides)
            }
            guard let parts = Self.parts(term, faces, Array(numbers[own...])) else { return .failure }
            walk.count(try Self.draws(count, faces, parts))
            let odds = TermOdds(count: count, faces: faces, parts: parts, reach: walk.reach, walk.work)
            let mark = walk.work.held
            do throws(OddsStop) {
                return try Distribution(try odds.series(), walk.work)
            } catch .noRule(let reason) {
                walk.work.keep(since: mark)
                let known = Self.literal(term, numbers, own)
                guard let series = try Enumeration.series(known, parts, count, faces, walk.work) else {
                    throw .noRule(reason)
                }
                return try Distribution(series, walk.work)
            } catch {
                throw error
            }
        }
    }

    /// The modifiers with their numbers; nil if one of these cannot be.
    private static func parts(_ term: DiceTerm, _ faces: Faces, _ numbers: [Fraction]) -> [TermOdds.Part]? {
        var (parts, numbers) = ([TermOdds.Part](), numbers[...])
        func test(_ comparison: Comparison?, _ standard: Int) -> FaceTest {
            FaceTest(comparison, comparison == nil ? nil : numbers.popFirst(), else: standard)
        }
        for modifier in term.modifiers {
            switch modifier {
            case .keep(let keep, _):
                guard let count = numbers.popFirst().flatMap({ whole($0, 0...NotationLimits.dice) }) else { return nil }
                parts.append(.keep(keep, count))
            case .explode(let explosion, let comparison):
                parts.append(.step(.explode(explosion, test(comparison, faces.highest))))
            case .reroll(let comparison, let once):
                parts.append(.step(.reroll(test(comparison, faces.lowest), once: once)))
            case .clamp(let clamp, _):
                let largest = NotationLimits.sides.upperBound
                guard let bound = numbers.popFirst().flatMap({ whole($0, -largest...largest) }) else { return nil }
                parts.append(.step(.clamp(clamp, bound)))
            case .unique(let once): parts.append(.unique(once: once))
            case .success(let comparison): parts.append(.step(.success(test(comparison, 0))))
            case .failure(let comparison): parts.append(.step(.failure(test(comparison, 0))))
            case .critical(let comparison), .fumble(let comparison): _ = test(comparison, 0)
            case .sort: break
            }
        }
        return parts
    }

    /// The same term with only numbers in it.
    private static func literal(_ term: DiceTerm, _ numbers: [Fraction], _ own: Int) -> DiceTerm {
        var rest = numbers[own...]
        func next(_ old: Expression) -> Expression { Expression(.number(rest.popFirst() ?? 0)) }
        func comparison(_ old: Comparison) -> Comparison { Comparison(old.relation, next(old.number)) }
        var known = term
        known.count = Expression(.number(numbers[0]))
        if case .number = term.sides { known.sides = .number(Expression(.number(numbers[1]))) }
        known.modifiers = term.modifiers.map { modifier in
            switch modifier {
            case .keep(let keep, let count): .keep(keep, next(count))
            case .clamp(let clamp, let bound): .clamp(clamp, next(bound))
            case .explode(let explosion, let point): .explode(explosion, point.map(comparison))
            case .reroll(let point, let once): .reroll(point.map(comparison), once: once)
            case .success(let point): .success(comparison(point))
            case .failure(let point): .failure(comparison(point))
            case .critical(let point): .critical(point.map(comparison))
            case .fumble(let point): .fumble(point.map(comparison))
            case .unique, .sort: modifier
            }
        }
        return known
    }

    /// How many dice the term may roll. Throws if a throw would often enough break off a chain of them.
    private static func draws(_ count: Int, _ faces: Faces, _ parts: [TermOdds.Part]) throws(OddsStop) -> Draws {
        var (mean, variance) = (Double(count), 0.0)
        var isFresh = true
        func goOn(_ share: Double, _ what: String) throws(OddsStop) {
            guard mean > 0, share > 0 else { return }
            guard share < 1, pow(share, NotationLimits.chain) * mean < Distribution.negligible else {
                throw .noRule("dice that may be \(what) more than \(NotationLimits.chain) times")
            }
            variance = variance * 4 + 4 * mean / (1 - share) / (1 - share)
            mean += mean * (isFresh ? share : 1) / (1 - share)
        }
        for part in parts {
            switch part {
            case .unique(let once):
                let share = Double(min(count, faces.weights.count) - 1) / Double(faces.weights.count)
                if once { mean += Double(count) } else { try goOn(share, "rolled again") }
            case .step(.explode(_, let test)):
                try goOn(Double(faces.weight(meeting: test)) / Double(faces.total), "rolled after each other")
                isFresh = false
            case .step(.reroll(let test, let once)):
                let share = Double(faces.weight(meeting: test)) / Double(faces.total)
                if once { mean *= isFresh ? 1 + share : 2 } else { try goOn(share, "rolled again") }
                if once { variance = 4 * variance + mean }
            case .step(.clamp): isFresh = false
            case .step, .keep: break
            }
        }
        return Draws(mean: mean, variance: variance)
    }

    private static func pow(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { power, _ in power * base }
    }
}
