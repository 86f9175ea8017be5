/// The effect of a group's modifiers on its members.
package struct GroupRules {
    /// True for each rank that is kept, the highest rank first.
    package let isKept: [Bool]
    /// The tests that count members, with their weights. The last matching weight takes precedence
    /// over all other tests.
    package private(set) var marks: [(test: FaceTest, weight: Int, isWeight: Bool)] = []
    /// The tests that drop members by their totals.
    package private(set) var filters: [(test: FaceTest, keeps: Bool)] = []

    /// Returns `nil` if a number of members is out of range.
    package init?(_ modifiers: [Modifier], _ numbers: [Fraction], members: Int) {
        var keeps: [(Keep, Int)] = []
        let numbered = modifiers.filter { $0.number != nil }
        for (modifier, number) in zip(numbered, numbers) {
            switch modifier {
            case .keep(let keep, _):
                guard let count = Int(exactly: number),
                    (0...NotationLimits.dice).contains(count)
                else { return nil }
                keeps.append((keep, count))
            case .success(let point):
                marks.append((FaceTest(point, number, else: 0), 1, false))
            case .failure(let point):
                marks.append((FaceTest(point, number, else: 0), -1, false))
            case .weight(let weight, let point):
                marks.append((FaceTest(point, number, else: 0), weight, true))
            case .filter(let keeps, let point):
                filters.append((FaceTest(point, number, else: 0), keeps))
            default: break
            }
        }
        isKept = Self.isKept(members, keeps)
    }

    /// Returns the value of a kept member with this total.
    package func worth(_ total: Fraction) -> Fraction {
        func holds(_ test: FaceTest) -> Bool {
            test.relation.holds(total, test.number)
        }
        guard filters.allSatisfy({ holds($0.test) == $0.keeps }) else { return 0 }
        if marks.isEmpty {
            return total
        }
        let met = marks.filter { holds($0.test) }
        if let last = met.last(where: \.isWeight) {
            return Fraction(last.weight)
        }
        return Fraction(Set(met.map(\.weight)).reduce(0, +))
    }

    /// Returns the sum of a group whose members have these totals.
    package func sum(of totals: [Fraction]) throws(Arithmetic.Error) -> Fraction {
        try .sum(zip(totals.sorted(by: >), isKept).lazy.filter(\.1).map { worth($0.0) })
    }

    /// Returns one value per rank, the highest rank first: true if every one of `keeps` keeps that
    /// rank.
    package static func isKept(_ count: Int, _ keeps: [(Keep, Int)]) -> [Bool] {
        keeps.reduce(into: Array(repeating: true, count: count)) { kept, keep in
            for rank in keep.0.dropped(keep.1, of: (0..<count).reversed()) {
                kept[rank] = false
            }
        }
    }
}

/// A comparison with a known number.
package struct FaceTest: Hashable {
    package let relation: Relation
    package let number: Fraction

    /// - Parameter standard: the number to compare with if no comparison is written.
    package init(_ comparison: Comparison?, _ number: Fraction?, else standard: Int) {
        relation = comparison?.relation ?? .equal
        self.number = number ?? Fraction(standard)
    }

    package func holds(_ value: Int) -> Bool {
        relation.holds(Fraction(value), number)
    }
}
