internal import DiceNotation

/// A die with the dice that follow from it, and what modifiers do to them whatever the others of the term show.
struct DieChain {
    /// A die as it is rolled.
    private let fresh: DieOdds
    private let steps: [DiceStep]
    /// Whether successes and failures are counted instead of values.
    private let isCounted: Bool
    private let reach: Int
    private let work: Work
    /// What the dice count for that follow one that explodes, for each step at which it may.
    private var followers: [Int: Series] = [:]

    init(_ fresh: DieOdds, _ steps: [DiceStep], isCounted: Bool, reach: Int, _ work: Work) {
        self.fresh = fresh
        self.steps = steps
        self.isCounted = isCounted
        self.reach = reach
        self.work = work
    }

    /// What so many dice count for if all are kept.
    mutating func sum(of count: Int) throws(OddsError) -> Series {
        let isPlain = steps.count == 1 && !isCounted
        guard case .explode(let explosion, let test) = steps.first, explosion == .another || isPlain else {
            return try series(fresh).power(count, work)
        }
        // A die that explodes is the first of a chain; all chains have as many last dice as there are dice.
        let less = explosion == .penetrate ? 1 : 0
        return try chains(count, at: 0, test, less: less).shifted(by: less * count)
    }

    /// What a die with these odds counts for after the steps from `index` on.
    mutating func series(_ die: DieOdds, from index: Int = 0) throws(OddsError) -> Series {
        var die = die
        for index in index..<steps.count {
            guard steps[index].addsDice, case .explode(let explosion, let test) = steps[index] else {
                die = try die.after(steps[index], fresh: fresh, reach: reach, work)
                continue
            }
            let (hits, misses) = try die.split(by: test)
            if hits.isEmpty { continue }
            let added =
                if let known = followers[index] { known } else {
                    try chains(1, at: index, test, less: explosion == .penetrate ? 1 : 0)
                }
            followers[index] = added
            let exploded = try series(hits, from: index + 1).plus(added, work)
            return try .mixture([(.one, exploded), (.one, series(misses, from: index + 1))], of: .one, work)
        }
        return try die.series(isCounted: isCounted, work)
    }

    /// The dice that follow each other from the explosion at `index` on, each worth `less` than it shows.
    private mutating func chains(
        _ count: Int, at index: Int, _ test: FaceTest, less: Int
    ) throws(OddsError) -> Series {
        let (onward, last) = try fresh.split(by: test)
        return try .chains(
            count, onward: series(onward.shifted(by: -less), from: index + 1),
            last: series(last.shifted(by: -less), from: index + 1), reach: reach, work)
    }
}
