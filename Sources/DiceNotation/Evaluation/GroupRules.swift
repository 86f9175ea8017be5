/// What becomes of the members of a group.
package struct GroupRules {
    /// For each rank, the highest first.
    package let isKept: [Bool]
    /// What counts, and for how much: of weights the last that fits stands above all else.
    package private(set) var marks: [(test: FaceTest, weight: Int, isWeight: Bool)] = []
    /// What is left out by its total.
    package private(set) var filters: [(test: FaceTest, keeps: Bool)] = []

    /// nil if a number of members cannot be.
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

    /// What a kept member of this total counts for.
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

    /// What members of these totals come to together.
    package func sum(of totals: [Fraction]) throws(Arithmetic.Error) -> Fraction {
        try .sum(zip(totals.sorted(by: >), isKept).lazy.filter(\.1).map { worth($0.0) })
    }

    /// For each rank, the highest first, whether all of `keeps` together keep it.
    package static func isKept(_ count: Int, _ keeps: [(Keep, Int)]) -> [Bool] {
        keeps.reduce(into: Array(repeating: true, count: count)) { kept, keep in
            for rank in keep.0.dropped(keep.1, of: (0..<count).reversed()) {
                kept[rank] = false
            }
        }
    }
}

/// A comparison whose number is known.
package struct FaceTest: Hashable {
    package let relation: Relation
    package let number: Fraction

    /// - Parameter standard: what is compared with if no comparison is written.
    package init(_ comparison: Comparison?, _ number: Fraction?, else standard: Int) {
        relation = comparison?.relation ?? .equal
        self.number = number ?? Fraction(standard)
    }

    package func holds(_ value: Int) -> Bool {
        relation.holds(Fraction(value), number)
    }
}
