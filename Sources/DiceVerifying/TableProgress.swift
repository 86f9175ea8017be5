import DiceGames
import DiceModel
import DiceProof

/// How far the history of a table has been read.
struct TableProgress: Sendable {
    var report: TableReport
    /// The chain hash of the last entry of the chain.
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
    /// The match in progress, or the last one.
    var matches = PlayedMatches()
    private(set) var lastID = 0
    /// The id from which on no entry may be missing; nil before the first entry.
    private var firstID: Int?
    /// The number of the first turn; nil before it.
    private var firstTurn: Int?
    private var lastTurn: (number: Int, isChained: Bool)?
    /// The number of the last turn; 0 before the first.
    var lastNumber: Int { lastTurn?.number ?? 0 }
    /// The highest number of a throw made before there were seeds.
    private var lastThrowBefore: Int?
    /// Whether an entry of the chain has been read, after which the next one follows.
    private var isChained = false
    /// The highest edition of the entries of the chain, and of the turns among them; 0 for one
    /// without.
    private var edition: (entries: Int, turns: Int)?
    /// Whether older entries are missing, or newer ones in between cannot be read.
    private(set) var beginsLate = false

    init(_ table: String) {
        report = TableReport(table: table)
    }

    /// Begins after the entries that were archived.
    init(_ table: String, after archived: Archived) {
        report = TableReport(table: table)
        report.archived = archived
        link = archived.chain
        newest = archived.at
        lastID = archived.last
        firstID = archived.last + 1
        isChained = true
        beginLate()
    }

    /// Whether an entry that was noted belongs to what is read: it is not older than that.
    func covers(_ noted: EntryName) -> Bool {
        if let id = noted.id {
            return id >= firstID ?? 0
        }
        guard beginsLate else { return true }
        let first = noted.kind == .throw ? report.thrown.numbers?.lowerBound : firstTurn
        return first.map { noted.number >= $0 } ?? false
    }

    /// Takes the next entry. Returns whether it belongs to the chain; then `extend` follows once it
    /// has been checked.
    ///
    /// - Parameter isStart: whether its chain hash follows from that before a first entry.
    mutating func enter(
        _ entry: ChainedEntry,
        _ source: HistoryVerifier.Source,
        isStart: () -> Bool
    ) throws(Finding) -> Bool {
        let isChained = try entry.isChained()
        if isChained, !self.isChained, mayBeginLate(source),
            source == .entry || !isStart()
        {
            beginLate()
        }
        switch entry.name.kind {
        case .turn: try take(turn: entry, isChained)
        case .throw: try take(throw: entry, isChained)
        case .correction:
            try entry.require(
                lastTurn.map { $0.number == entry.name.number } ?? beginsLate,
                .correctedTurn,
                "its turn is not the last one before it"
            )
        case .rest, .entry: break
        }
        guard let id = entry.name.id, id > lastID else {
            throw entry.finding(.idOrder, "it comes after an entry that ended later")
        }
        if isChained {
            try take(editionOf: entry)
        }
        lastID = id
        if firstID == nil {
            firstID = beginsLate ? id : 0
        }
        newest = entry.endedAt
        return isChained
    }

    private func mayBeginLate(_ source: HistoryVerifier.Source) -> Bool {
        switch source {
        case .entry, .export, .continued: true
        case .daemon, .archive: false
        }
    }

    /// Passes over an entry of an edition that is newer than this program: nothing is known of what
    /// it did.
    mutating func passOver(_ entry: NewerEntry) {
        report.newer = max(report.newer ?? 0, entry.edition)
        report.newerEntries += 1
        lastID = max(lastID, entry.id)
        lastTurn = nil
        dice = nil
        ended = nil
        promised = nil
        missing = MissingNumbers()
        lastThrowBefore = nil
        beginLate()
        isChained = entry.chain != nil
        if let chain = entry.chain {
            link = chain
        }
    }

    private mutating func beginLate() {
        beginsLate = true
        matches.loseTrack()
    }

    /// A turn keeps the edition that it began with, so that one of a lower edition may come after
    /// throws of a higher.
    private mutating func take(editionOf entry: ChainedEntry) throws(Finding) {
        let own = entry.proof.edition ?? 0
        let before = edition ?? (0, 0)
        try entry.require(
            own > 0 || before.entries == 0,
            .missingEdition,
            "it has no edition, though an entry before it has one"
        )
        let isTurn = entry.name.kind == .turn
        let lowest = isTurn ? before.turns : before.entries
        try entry.require(
            own >= lowest,
            .lowerEdition,
            "it is of edition \(own), and comes after one of edition \(lowest)"
        )
        edition = (max(before.entries, own), isTurn ? own : before.turns)
    }

    private mutating func take(turn entry: ChainedEntry, _ isChained: Bool)
        throws(Finding)
    {
        let number = entry.name.number
        if let last = lastTurn {
            try entry.require(number != last.number, .repeatedTurn, "it is there twice")
            try entry.require(
                number > last.number,
                .turnOrder,
                "it comes after turn \(last.number)"
            )
            if last.isChained {
                try entry.require(
                    isChained,
                    .unseededTurn,
                    "it has no commitment, though turn \(last.number) has one"
                )
                try requireNone(last.number + 1, entry)
            }
        } else if isChained, !beginsLate {
            try requireNone(1, entry)
        }
        lastTurn = (number, isChained)
        firstTurn = firstTurn ?? number
        if !isChained {
            report.turns.before += 1
        }
    }

    /// Throws if the entry is not the turn of this number.
    private func requireNone(_ number: Int, _ entry: ChainedEntry) throws(Finding) {
        guard entry.name.number != number else { return }
        throw Finding(
            EntryName(.turn, number, of: entry.name.table),
            .missingTurn,
            "it is missing: turn \(entry.name.number) is in its place"
        )
    }

    private mutating func take(throw entry: ChainedEntry, _ isChained: Bool)
        throws(Finding)
    {
        let number = entry.name.number
        guard isChained else {
            try entry.require(
                missing.isEmpty,
                .unseededThrow,
                "it has no commitment, though a throw before it has one"
            )
            lastThrowBefore = max(lastThrowBefore ?? number, number)
            report.thrown.before += 1
            return
        }
        let first = lastThrowBefore.map { $0 + 1 } ?? (beginsLate ? number : 1)
        switch missing.take(
            number,
            first: min(first, number),
            at: entry.endedAt,
            afterCut: beginsLate
        ) {
        case .new: break
        case .old where beginsLate: break
        case .old, .again:
            throw entry.finding(.repeatedThrow, "a throw of this number is before it")
        case .withTooManyMissing:
            throw entry.finding(.missingThrows, "too many throws before it are missing")
        }
    }

    /// Puts the entry after the chain.
    ///
    /// - Parameter found: its place there, as it is computed after the entry before it.
    mutating func extend(_ entry: ChainedEntry, with found: ChainLink) throws(Finding) {
        try entry.require(
            !entry.isStrict || entry.isHidden || found.digest == entry.proof.digest,
            .wrongDigest,
            "its digest is not that of what it says"
        )
        if !isChained, beginsLate {
            if report.checkedFrom == nil {
                report.checkedFrom = entry.name
            }
        } else {
            try entry.require(
                found.chain == entry.proof.chain,
                .brokenChain,
                "its chain hash does not follow: it was altered, or an entry before it was altered, left out, put in "
                    + "or moved"
            )
        }
        isChained = true
        link = entry.proof.chain ?? found.chain
    }
}

/// The numbers of throws that have not come yet. Throws may end in another order than they begin,
/// so a missing one may still be in flight.
struct MissingNumbers: Sendable {
    /// More gaps than there can be throws in flight.
    static let most = 20_000
    /// How long after a later throw one may end, in milliseconds: several times as long as the
    /// slowest dice roll.
    static let longestFlight: Int64 = 3_600_000

    enum Taken {
        /// It is the next one, or was missing.
        case new
        /// It is lower than the first one that was waited for.
        case old
        case again
        case withTooManyMissing
    }

    struct Gap: Sendable {
        var numbers: ClosedRange<Int>
        /// When the throw after it ended.
        var since: Timestamp
        /// Whether its throws may have ended before the history was cut off.
        var isExcused: Bool
    }

    private(set) var gaps: [Gap] = []
    private var known: ClosedRange<Int>?
    /// When the first throw ended that was taken.
    private var start: Timestamp?
    /// Whether a throw has come that began after that.
    private var hasLaterBegun = false

    var isEmpty: Bool { known == nil }

    /// Takes a number that has come.
    /// - Parameters:
    ///   - first: the lowest that is waited for; only the first call's counts.
    ///   - instant: when its throw ended.
    ///   - afterCut: whether older entries are missing, throws of higher numbers among them.
    mutating func take(_ number: Int, first: Int, at instant: Timestamp, afterCut: Bool)
        -> Taken
    {
        let lowest = known?.lowerBound ?? first
        let highest = known?.upperBound ?? first - 1
        let beginning = start ?? instant
        start = beginning
        defer {
            if instant.millisecondsSinceEpoch - beginning.millisecondsSinceEpoch
                > Self.longestFlight
            {
                hasLaterBegun = true
            }
        }
        guard number >= lowest else { return .old }
        guard number <= highest else {
            if number > highest + 1 {
                let isExcused = afterCut && !hasLaterBegun
                gaps.append(
                    Gap(
                        numbers: highest + 1...number - 1,
                        since: instant,
                        isExcused: isExcused
                    )
                )
            }
            known = lowest...number
            return gaps.count <= Self.most ? .new : .withTooManyMissing
        }
        guard let index = gaps.firstIndex(where: { $0.numbers.contains(number) }) else {
            return .again
        }
        let gap = gaps.remove(at: index)
        var lower = gap
        var upper = gap
        if number < gap.numbers.upperBound {
            upper.numbers = number + 1...gap.numbers.upperBound
            gaps.insert(upper, at: index)
        }
        if number > gap.numbers.lowerBound {
            lower.numbers = gap.numbers.lowerBound...number - 1
            gaps.insert(lower, at: index)
        }
        return .new
    }

    /// A number that cannot be in flight any more, as `instant` is long after a later throw has
    /// ended.
    func lost(at instant: Timestamp) -> Int? {
        let lost = gaps.first { gap in
            !gap.isExcused
                && instant.millisecondsSinceEpoch - gap.since.millisecondsSinceEpoch
                    > Self.longestFlight
        }
        return lost?.numbers.lowerBound
    }
}
