import DiceGames
import DiceModel
import DiceProof

/// The state of reading a table's history.
struct TableProgress: Sendable {
    var report: TableReport
    /// The chain hash of the last chained entry.
    private(set) var link = Chain.start
    /// The end time of the last entry, chained or not.
    private(set) var newest = Timestamp(millisecondsSinceEpoch: 0)
    private(set) var missing = MissingNumbers()
    /// The commitment to the next turn that was noted at the last turn, if any.
    var promised: String?
    /// The dice after the last turn; `nil` if unknown.
    var dice: [TurnDie]?
    /// The last turn; `nil` if unknown.
    var ended: EndedTurn?
    /// The match in progress, or the last match.
    var matches = PlayedMatches()
    private(set) var lastID = 0
    /// The id from which no entry may be missing; `nil` before the first entry.
    private var firstID: Int?
    /// The number of the first turn; `nil` until that turn is read.
    private var firstTurn: Int?
    private var lastTurn: (number: Int, isChained: Bool)?
    /// The number of the last turn; 0 before the first.
    var lastNumber: Int { lastTurn?.number ?? 0 }
    /// The highest number of a throw older than the introduction of seeds.
    private var lastThrowBefore: Int?
    /// True once a chained entry has been read; the next chained entry must follow on from that
    /// entry.
    private var isChained = false
    /// The highest edition of the chained entries, and of the turns among them; 0 for entries that
    /// name none.
    private var edition: (entries: Int, turns: Int)?
    /// True if older entries are missing, or entries in between are too new to read.
    private(set) var beginsLate = false

    init(_ table: String) {
        report = TableReport(table: table)
    }

    /// Begins after the archived entries.
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

    /// Returns true if a noted entry lies within the history that is read, that is, if the noted
    /// entry is not older.
    func covers(_ noted: EntryName) -> Bool {
        if let id = noted.id {
            return id >= firstID ?? 0
        }
        guard beginsLate else { return true }
        let first = noted.kind == .throw ? report.thrown.numbers?.lowerBound : firstTurn
        return first.map { noted.number >= $0 } ?? false
    }

    /// Reads the next entry. Returns true if it belongs to the chain; the caller then checks it and
    /// calls `extend`.
    ///
    /// - Parameter isStart: true if the entry's chain hash follows from `Chain.start`.
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
                "it does not correct the turn immediately before it"
            )
        case .rest, .entry: break
        }
        guard let id = entry.name.id, id > lastID else {
            throw entry.finding(.idOrder, "it follows an entry that ended later")
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

    /// Skips an entry of an edition that is newer than this program. Its effects are unknown.
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

    /// Checks the order of editions. A turn keeps the edition that it began with, so a turn of a
    /// lower edition may follow throws of a higher edition.
    private mutating func take(editionOf entry: ChainedEntry) throws(Finding) {
        let own = entry.proof.edition ?? 0
        let before = edition ?? (0, 0)
        try entry.require(
            own > 0 || before.entries == 0,
            .missingEdition,
            "it has no edition, but an earlier entry has one"
        )
        let isTurn = entry.name.kind == .turn
        let lowest = isTurn ? before.turns : before.entries
        try entry.require(
            own >= lowest,
            .lowerEdition,
            "it is of edition \(own), but follows an entry of edition \(lowest)"
        )
        edition = (max(before.entries, own), isTurn ? own : before.turns)
    }

    private mutating func take(turn entry: ChainedEntry, _ isChained: Bool)
        throws(Finding)
    {
        let number = entry.name.number
        if let last = lastTurn {
            try entry.require(number != last.number, .repeatedTurn, "it occurs twice")
            try entry.require(
                number > last.number,
                .turnOrder,
                "it follows turn \(last.number)"
            )
            if last.isChained {
                try entry.require(
                    isChained,
                    .unseededTurn,
                    "it has no commitment, but turn \(last.number) has one"
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

    /// Throws if the entry is the turn with this number.
    private func requireNone(_ number: Int, _ entry: ChainedEntry) throws(Finding) {
        guard entry.name.number != number else { return }
        throw Finding(
            EntryName(.turn, number, of: entry.name.table),
            .missingTurn,
            "it is missing: the next entry is turn \(entry.name.number)"
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
                "it has no commitment, but an earlier throw has one"
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
            throw entry.finding(.repeatedThrow, "an earlier throw has the same number")
        case .withTooManyMissing:
            throw entry.finding(.missingThrows, "too many throws before it are missing")
        }
    }

    /// Appends the entry to the chain.
    ///
    /// - Parameter found: the entry's digest and chain hash, computed from the entry before it.
    mutating func extend(_ entry: ChainedEntry, with found: ChainLink) throws(Finding) {
        try entry.require(
            !entry.isStrict || entry.isHidden || found.digest == entry.proof.digest,
            .wrongDigest,
            "its digest does not match its contents"
        )
        if !isChained, beginsLate {
            if report.checkedFrom == nil {
                report.checkedFrom = entry.name
            }
        } else {
            try entry.require(
                found.chain == entry.proof.chain,
                .brokenChain,
                "its chain hash does not follow: this entry or an earlier one was altered, left out, inserted "
                    + "or moved"
            )
        }
        isChained = true
        link = entry.proof.chain ?? found.chain
    }
}

/// The numbers of throws that have not been read yet. Throws may end in a different order from the
/// one in which they began, so a missing throw may still be in flight.
struct MissingNumbers: Sendable {
    /// More gaps than there can be throws in flight.
    static let maximum = 20_000
    /// The maximum time, in milliseconds, between the end of a later throw and the end of an
    /// earlier throw. This is several times as long as the slowest dice take to settle.
    static let longestFlight: Int64 = 3_600_000

    enum Taken {
        /// The next number, or a number that was missing.
        case new
        /// Lower than the first expected number.
        case old
        case again
        case withTooManyMissing
    }

    struct Gap: Sendable {
        var numbers: ClosedRange<Int>
        /// The end time of the throw after the gap.
        var since: Timestamp
        /// True if its throws may have ended before the history was cut off.
        var isExcused: Bool
    }

    private(set) var gaps: [Gap] = []
    private var known: ClosedRange<Int>?
    /// The end of the first throw read.
    private var start: Timestamp?
    /// True once a throw that began after `start` has been read.
    private var hasLaterBegun = false

    var isEmpty: Bool { known == nil }

    /// Records a number.
    /// - Parameters:
    ///   - first: the lowest expected number; only the first call's value counts.
    ///   - instant: the end time of the throw with this number.
    ///   - afterCut: true if older entries are missing, possibly including throws of higher
    ///     numbers.
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
            return gaps.count <= Self.maximum ? .new : .withTooManyMissing
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

    /// Returns a missing number that can no longer be in flight, because `instant` is long after
    /// the end of a later throw.
    func lost(at instant: Timestamp) -> Int? {
        let lost = gaps.first { gap in
            !gap.isExcused
                && instant.millisecondsSinceEpoch - gap.since.millisecondsSinceEpoch
                    > Self.longestFlight
        }
        return lost?.numbers.lowerBound
    }
}
