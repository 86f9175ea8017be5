/// Dice and the effects of their modifiers.
extension Evaluator {
    mutating func roll(_ term: DiceTerm, _ step: inout Step) throws {
        let first = draws.count
        let count = try whole(term.count, "dice", 0...NotationLimits.dice, &step)
        let kind: DieKind? =
            switch term.sides {
            case .fate(let die): DieKind(die)
            case .custom(let faces): DieKind(faces)
            case .number(let number):
                try whole(number, "sides", NotationLimits.sides, &step).map {
                    DieKind(sides: $0)
                }
            }
        var pool = Pool(kind: kind ?? DieKind(sides: 1), first: first)
        pool.hasWords = term.hasWords
        let cause = first..<draws.count
        if let count, kind != nil {
            pool.order.reserveCapacity(count)
            if dice.isEmpty {
                dice.reserveCapacity(count)
                draws.reserveCapacity(count)
            }
            for _ in 0..<count {
                guard let die = try addDie(of: pool.kind, after: cause) else { break }
                pool.order.append(die)
            }
        }
        for modifier in term.modifiers {
            try apply(modifier, to: &pool)
        }
        var sum = 0
        for die in pool.order where dice[die].isKept {
            sum += pool.isCounted ? dice[die].count : dice[die].value
        }
        step.value = Fraction(sum)
        if order.isEmpty {
            order = pool.order
        } else {
            order += pool.order
        }
        step.dice = pool.order
    }

    private mutating func apply(_ modifier: Modifier, to pool: inout Pool) throws {
        try count(steps: NotationLimits.steps(dice: pool.order.count))
        pool.known = draws.count
        var number: Fraction?
        if let expression = modifier.number {
            number = try value(expression)
            if number == nil {
                pool.hasFailed = true
            }
            if draws.count > pool.known {
                pool.known = draws.count
                pool.dependsOnAll = true
            }
        }
        guard !pool.hasFailed, !isSpent else { return }
        switch modifier {
        case .keep(let keep, _):
            guard let count = whole(number ?? 1, "dice", 0...NotationLimits.dice) else {
                pool.hasFailed = true
                return
            }
            let ranked = sorted(pool.order, without: .rerolled)
            for die in keep.dropped(count, of: ranked) {
                dice[die].isKept = false
            }
            pool.dependsOnAll = true
        case .filter(let keeps, let comparison):
            let test = FaceTest(comparison, number, else: 0)
            for die in pool.order where test.holds(dice[die].value) != keeps {
                dice[die].isKept = false
            }
        case .explode(let explosion, let comparison, let maximum):
            try explode(
                explosion,
                FaceTest(comparison, number, else: pool.kind.highest),
                atMost: maximum ?? .max,
                &pool
            )
        case .reroll(let comparison, let once):
            let test = FaceTest(comparison, number, else: pool.kind.lowest)
            try reroll(once: once, &pool) { die, _ in test.holds(die.value) }
        case .unique(let once):
            pool.isInOrder = true
            try reroll(once: once, &pool) { die, seen in seen.contains(die.value) }
        case .clamp(let clamp, _):
            let largest = NotationLimits.sides.upperBound
            guard let bound = whole(number ?? 0, "as a bound", -largest...largest)
            else {
                pool.hasFailed = true
                return
            }
            for die in pool.order where dice[die].isKept {
                let value = dice[die].value
                dice[die].value =
                    clamp == .minimum ? max(value, bound) : min(value, bound)
                if dice[die].value != value {
                    dice[die].flags.insert(.clamped)
                }
            }
        case .success(let comparison):
            mark(.success, FaceTest(comparison, number, else: 0), &pool)
        case .failure(let comparison):
            mark(.failure, FaceTest(comparison, number, else: 0), &pool)
        case .weight(let weight, let comparison):
            let test = FaceTest(comparison, number, else: 0)
            for die in pool.order where dice[die].isKept && test.holds(dice[die].value) {
                dice[die].weight = Int8(clamping: weight)
            }
        case .critical(let comparison):
            mark(
                .critical,
                FaceTest(comparison, number, else: pool.kind.highest),
                &pool
            )
        case .fumble(let comparison):
            mark(.fumble, FaceTest(comparison, number, else: pool.kind.lowest), &pool)
        case .sort(let descending):
            pool.order = sorted(
                pool.order,
                descending: descending,
                byFace: pool.hasWords
            )
        }
    }

    /// Returns the dice sorted by value, except dice that have one of these flags. Equal dice keep
    /// their order.
    private func sorted(
        _ items: [Int],
        descending: Bool = false,
        byFace: Bool = false,
        without flags: DieFlags = []
    ) -> [Int] {
        // One number holds a die's value and its position, which is less than 2^20.
        let places = 1 << 20
        var keys: [Int] = []
        keys.reserveCapacity(items.count)
        for (place, die) in items.enumerated()
        where dice[die].flags.isDisjoint(with: flags) {
            let value = byFace ? dice[die].face : dice[die].value
            keys.append((descending ? -value : value) * places + place)
        }
        keys.sort()
        for index in keys.indices {
            keys[index] = items[keys[index] & (places - 1)]
        }
        return keys
    }

    private mutating func mark(_ flag: DieFlags, _ test: FaceTest, _ pool: inout Pool) {
        if flag == .success || flag == .failure {
            pool.isCounted = true
        }
        for die in pool.order where dice[die].isKept && test.holds(dice[die].value) {
            dice[die].flags.insert(flag)
        }
    }

    private mutating func explode(
        _ explosion: Explosion,
        _ test: FaceTest,
        atMost maximum: Int,
        _ pool: inout Pool
    ) throws {
        var order: [Int] = []
        order.reserveCapacity(pool.order.count)
        for die in pool.order {
            order.append(die)
            guard dice[die].isKept, !isSpent else { continue }
            var last = die
            var goesOn = test.holds(dice[die].value)
            var chain = 0
            while goesOn, chain < maximum {
                chain += 1
                guard isWithinLimit(chain, "explosions") else { break }
                dice[last].flags.insert(.exploded)
                let cause = cause(of: last, pool)
                if explosion == .compound {
                    guard let face = try draw(pool.kind.sides, die: die, after: cause)
                    else {
                        break
                    }
                    let value = pool.kind.value(ofFace: face)
                    dice[die].draw = draws.count - 1
                    dice[die].face = face
                    dice[die].value += value
                    goesOn = test.holds(value)
                } else {
                    guard let next = try addDie(of: pool.kind, after: cause) else {
                        break
                    }
                    last = next
                    order.append(last)
                    goesOn = test.holds(dice[last].value)
                    if explosion == .penetrate {
                        dice[last].value -= 1
                    }
                }
            }
        }
        pool.order = order
    }

    /// Rerolls dice in order if `isRolled` returns true for a die and the values of the kept dice
    /// before it.
    private mutating func reroll(
        once: Bool,
        _ pool: inout Pool,
        where isRolled: (ThrownDie, Set<Int>) -> Bool
    ) throws {
        var order: [Int] = []
        var seen: Set<Int> = []
        for die in pool.order {
            order.append(die)
            guard dice[die].isKept, !isSpent else { continue }
            var last = die
            var chain = 0
            while isRolled(dice[last], seen), !once || chain == 0 {
                chain += 1
                guard isWithinLimit(chain, "rerolls") else { break }
                dice[last].flags.insert(.rerolled)
                dice[last].isKept = false
                guard let next = try addDie(of: pool.kind, after: cause(of: last, pool))
                else {
                    break
                }
                last = next
                order.append(last)
            }
            seen.insert(dice[last].value)
        }
        pool.order = order
    }

    private mutating func isWithinLimit(_ chain: Int, _ what: String) -> Bool {
        if chain > NotationLimits.chain {
            stop("more than \(NotationLimits.chain) \(what) of one die")
        }
        return !isSpent
    }

    /// Returns the draws that must be seen before anyone can know that a die explodes or is
    /// rerolled.
    private func cause(of die: Int, _ pool: Pool) -> Range<Int> {
        let draw = dice[die].draw
        if pool.isInOrder {
            return pool.first..<draws.count
        }
        return pool.dependsOnAll && draw < pool.known
            ? pool.first..<pool.known : draw..<draw + 1
    }
}

/// The dice of a term while modifiers act on them.
private struct Pool {
    let kind: DieKind
    /// The first draw of the term.
    let first: Int
    /// The dice, in display order.
    var order: [Int] = []
    /// True if successes and failures are counted instead of values.
    var isCounted = false
    /// The number of draws made before the current modifier.
    var known = 0
    /// True if the effect on a die depends on all draws before the modifier.
    var dependsOnAll = false
    /// True if the effect on a die depends on all draws so far.
    var isInOrder = false
    /// True if a modifier could not be applied. In that case no later modifier is applied.
    var hasFailed = false
    var hasWords = false
}
