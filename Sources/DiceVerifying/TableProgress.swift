import DiceGames
import DiceModel
import DiceProof

/// How far the history of a table has been read.
struct TableProgress: Sendable {
    var report: TableReport
    /// The link of the last entry of the chain.
    private(set) var link = Chain.start
    /// When the last entry of all ended.
    private(set) var newest = Timestamp(millisecondsSinceEpoch: 0)
    private(set) var missing = MissingNumbers()
    /// What the last turn promised of the next one, if that was noted.
    var promised: String?
    /// The dice as the last turn left them; nil if that is not known.
    var dice: [TurnDie]?
    /// The last turn; nil if that is not known.
    var ended: EndedTurn?
    /// The match that goes on, or the last one; nil if there is none, or it is not known.
    var match: Match?
    /// The numbers that the next match may have.
    var nextMatch = 1...1
    private var lastID = 0
    private var lastTurn: (number: Int, isChained: Bool)?
    /// The number of the last turn; 0 before the first.
    var lastNumber: Int { lastTurn?.number ?? 0 }
    /// The highest number of a throw made before there were seeds.
    private var lastThrowBefore: Int?
    private var isChained = false
    private var lastEdition: Int?
    /// Whether older entries are missing.
    private(set) var beginsLate = false

    init(_ table: String) { report = TableReport(table: table) }

    /// Takes the next entry. Returns whether it belongs to the chain; then `extend` follows once it has been checked.
    mutating func enter(_ entry: ChainedEntry, _ source: HistoryVerifier.Source) throws(Finding) -> Bool {
        let isChained = try entry.isChained()
        let isFirst = entry.name.number == 1 && [.turn, .throw].contains(entry.name.kind)
        if lastID == 0, source == .entry || source == .export && !isFirst {
            beginsLate = true
            nextMatch = 1...Int.max
        }
        switch entry.name.kind {
        case .turn: try take(turn: entry, isChained)
        case .throw: try take(throw: entry, isChained)
        case .correction:
            guard lastTurn.map({ $0.number == entry.name.number }) ?? beginsLate else {
                throw entry.finding("its turn is not the last one before it")
            }
        case .rest: break
        }
        guard let id = entry.name.id, id > lastID else {
            throw entry.finding("it stands after an entry that ended later")
        }
        if isChained {
            guard entry.proof.edition != nil || lastEdition == nil else {
                throw entry.finding("it has no edition, though an entry before it has one")
            }
            lastEdition = entry.proof.edition
        }
        lastID = id
        newest = entry.endedAt
        return isChained
    }

    private mutating func take(turn entry: ChainedEntry, _ isChained: Bool) throws(Finding) {
        let number = entry.name.number
        if let last = lastTurn {
            try entry.require(
                number > last.number,
                number == last.number ? "it stands there twice" : "it stands after turn \(last.number)")
            if last.isChained {
                guard isChained else { throw entry.finding("it has no commitment, though turn \(last.number) has one") }
                try requireNone(last.number + 1, entry)
            }
        } else if isChained, !beginsLate {
            try requireNone(1, entry)
        }
        lastTurn = (number, isChained)
        if !isChained { report.turns.before += 1 }
    }

    /// Throws if the entry is not the turn of this number.
    private func requireNone(_ number: Int, _ entry: ChainedEntry) throws(Finding) {
        guard entry.name.number != number else { return }
        throw Finding(
            EntryName(.turn, number, of: entry.name.table),
            "it is missing: turn \(entry.name.number) stands in its place")
    }

    private mutating func take(throw entry: ChainedEntry, _ isChained: Bool) throws(Finding) {
        let number = entry.name.number
        guard isChained else {
            guard missing.isEmpty else { throw entry.finding("it has no commitment, though a throw before it has one") }
            lastThrowBefore = max(lastThrowBefore ?? number, number)
            report.thrown.before += 1
            return
        }
        let first = lastThrowBefore.map { $0 + 1 } ?? (beginsLate ? number : 1)
        switch missing.take(number, first: min(first, number), at: entry.endedAt) {
        case .new: break
        case .old where beginsLate: break
        case .old, .again: throw entry.finding("a throw of this number stands before it")
        case .withTooManyMissing: throw entry.finding("too many throws before it are missing")
        }
    }

    /// Puts the entry after the chain. `link` is what its place there gives.
    mutating func extend(
        _ entry: ChainedEntry, with link: ChainLink, _ source: HistoryVerifier.Source
    ) throws(Finding) {
        try entry.require(link.digest == entry.proof.digest, "its digest is not the one of what it holds")
        try extend(entry, to: link.chain)
    }

    /// Puts a secret throw after the chain, of which only the digest is known, or before the fifth edition the chain hash.
    mutating func extend(hidden entry: ChainedEntry, _ source: HistoryVerifier.Source) throws(Finding) {
        try extend(entry, to: entry.proof.digest.map { Chain.link($0, after: link) } ?? entry.proof.chain ?? "")
    }

    private mutating func extend(_ entry: ChainedEntry, to link: String) throws(Finding) {
        if link != entry.proof.chain {
            try entry.require(
                beginsLate && !isChained,
                "its link in the chain does not follow: it was altered, or an entry before it was altered, left out, "
                    + "put in or moved")
            report.checkedFrom = entry.name
        }
        isChained = true
        self.link = entry.proof.chain ?? link
    }
}

/// The numbers of throws that have not come yet. Throws may end in another order than they begin, so a missing
/// one may still be in flight.
struct MissingNumbers: Sendable {
    /// More gaps than there can be throws in flight.
    static let most = 20_000
    /// How long after a later throw one may end, in milliseconds: several times as long as the slowest dice roll.
    static let longestFlight: Int64 = 3_600_000

    enum Taken {
        /// It is the next one, or was missing.
        case new
        /// It is lower than the first one that was waited for.
        case old
        case again
        case withTooManyMissing
    }

    private(set) var gaps: [(numbers: ClosedRange<Int>, since: Timestamp)] = []
    private var known: ClosedRange<Int>?

    var isEmpty: Bool { known == nil }

    /// Takes a number that has come.
    /// - Parameters:
    ///   - first: the lowest that is waited for; only the first call's counts.
    ///   - instant: when its throw ended.
    mutating func take(_ number: Int, first: Int, at instant: Timestamp) -> Taken {
        let (lowest, highest) = (known?.lowerBound ?? first, known?.upperBound ?? first - 1)
        guard number >= lowest else { return .old }
        guard number <= highest else {
            if number > highest + 1 { gaps.append((highest + 1...number - 1, instant)) }
            known = lowest...number
            return gaps.count <= Self.most ? .new : .withTooManyMissing
        }
        guard let index = gaps.firstIndex(where: { $0.numbers.contains(number) }) else { return .again }
        let gap = gaps.remove(at: index)
        if number < gap.numbers.upperBound { gaps.insert((number + 1...gap.numbers.upperBound, gap.since), at: index) }
        if number > gap.numbers.lowerBound { gaps.insert((gap.numbers.lowerBound...number - 1, gap.since), at: index) }
        return .new
    }

    /// A number that cannot be in flight any more, as `instant` is long after a later throw has ended.
    func lost(at instant: Timestamp) -> Int? {
        gaps.first { instant.millisecondsSinceEpoch - $0.since.millisecondsSinceEpoch > Self.longestFlight }?
            .numbers.lowerBound
    }
}
