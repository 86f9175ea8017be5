public import DiceModel
import DiceProof
import DiceWire

/// Checks the entries of a history, oldest first, without trusting the daemon that wrote it: each
/// seed must match its commitment, the faces must follow from the seed, and no entry may be
/// altered, omitted, inserted or moved.
///
/// The memory for each table does not grow with the length of the history.
public struct HistoryVerifier: Sendable {
    /// The extent of the history that is read.
    public enum Source: Sendable, Hashable {
        /// The whole history of a daemon's tables.
        case daemon
        /// A part of a history, which may begin anywhere and end early.
        case export
        /// The oldest part of a history, which ends early.
        case archive
        /// Files that may begin anywhere, and the whole history of the daemon after them.
        case continued
        /// A single entry, regardless of which entries preceded it.
        case entry
    }

    private let source: Source
    private let notes: Notes
    private var tables: [String: TableProgress] = [:]
    /// The commitments of noted entries that have been read.
    private var held: Set<String> = []
    private var expressions = LastExpression()

    /// - Parameters:
    ///   - tables: the tables to report even if they have no entries.
    ///   - notes: the caller's notes from the time of play.
    public init(_ source: Source, tables: [String] = [], notes: Notes = Notes()) {
        self.source = source
        self.notes = notes
        for table in tables {
            self.tables[table] = TableProgress(table)
        }
    }

    /// Begins the history of a table after its archived entries, none of which were read.
    public mutating func begin(_ table: String, after archived: Archived) {
        tables[table] = TableProgress(table, after: archived)
    }

    /// The findings so far, sorted by table name.
    public var reports: [TableReport] {
        tables.values.map(\.report).sorted { $0.table < $1.table }
    }

    /// Checks the next entry as it was sent. After a finding, no later entry can be trusted.
    public mutating func check(_ sent: SentEntry) throws(Finding) {
        switch sent.content {
        case .known(let entry, let repeated):
            try check(repeated, of: entry)
            try check(entry)
        case .newer(let entry, _): passOver(entry)
        case .ofUnknownKind(let kind, let name):
            throw Finding(
                name,
                .unknownKind,
                "entries of its edition have no kind \"\(kind)\""
            )
        }
    }

    /// Checks the redundant members of an entry of the fifth edition.
    private func check(_ repeated: SentEntry.Repeated, of entry: HistoryEntry)
        throws(Finding)
    {
        let (kind, name, isEntered, isStrict) = Self.repeated(in: entry)
        guard isStrict else { return }
        guard repeated.kind == kind else {
            throw Finding(name, .kindDiffers, "it is a \(kind) without its \"kind\"")
        }
        if let flag = repeated.negatedFlag {
            throw Finding(
                name,
                .falseFlag,
                "its \(flag) is written as false, but false flags are always omitted"
            )
        }
        guard repeated.isEntered == isEntered else {
            throw Finding(
                name,
                .enteredDiffers,
                "it and its rolls disagree about entered faces"
            )
        }
        guard repeated.isHidden != true || entry.thrown != nil else {
            throw Finding(name, .hiddenOther, "it is hidden, but only throws can be")
        }
    }

    private static func repeated(
        in entry: HistoryEntry
    ) -> (kind: String, name: EntryName, isEntered: Bool?, isStrict: Bool) {
        switch entry {
        case .turn(let turn):
            (
                "turn", ChainedEntry(turn).name, turn.entered,
                Edition.hasDigests(turn.proof.edition)
            )
        case .thrown(let result):
            (
                "throw",
                EntryName(.throw, result.number, of: result.table, id: result.id),
                result.chance.entered,
                Edition.hasDigests(result.proof.edition)
            )
        case .corrected(let correction):
            (
                "correction", ChainedEntry(correction).name, nil,
                Edition.hasDigests(correction.edition)
            )
        case .rested(let rest):
            ("rest", ChainedEntry(rest).name, nil, Edition.hasDigests(rest.edition))
        }
    }

    /// Checks the next entry. After a finding, no later entry can be trusted.
    public mutating func check(_ entry: HistoryEntry) throws(Finding) {
        let table = entry.table
        let proof = entry.proof
        if let edition = proof.edition, edition > Edition.known.upperBound {
            return passOver(
                NewerEntry(table, id: entry.id, edition: edition, chain: proof.chain)
            )
        }
        var progress = tables.removeValue(forKey: table) ?? TableProgress(table)
        defer {
            tables[table] = progress
        }
        switch entry {
        case .turn(let turn): try check(turn, &progress)
        case .thrown(let result): try check(result, &progress)
        case .corrected(let correction): try check(correction, &progress)
        case .rested(let rest): try check(rest, &progress)
        }
    }

    private mutating func passOver(_ entry: NewerEntry) {
        tables[entry.table, default: TableProgress(entry.table)].passOver(entry)
    }

    private mutating func check(_ turn: Turn, _ progress: inout TableProgress)
        throws(Finding)
    {
        let entry = ChainedEntry(turn)
        func link(_ previous: String) -> ChainLink {
            Chain.link(turn, after: previous) { $0.jsonBytes() }
        }
        guard
            try progress.enter(
                entry,
                source,
                isStart: { link(Chain.start).chain == turn.proof.chain }
            )
        else {
            return
        }
        let drawn = try TurnCheck(turn: turn, entry: entry).run(after: progress.dice)
        try MatchCheck(turn: turn, entry: entry).run(&progress)
        try progress.extend(entry, with: link(progress.link))
        let isPromised = try recall(
            entry,
            at: turn.rolls.first?.at ?? turn.endedAt,
            &progress
        )
        try check(addedTo: turn, entry)
        for number in rolled(in: entry)
        where turn.rolls.count < number || turn.rolls[number - 1].outcome == .void {
            let isMissing = turn.rolls.count < number
            throw entry.finding(
                .seenRoll,
                "you saw the dice of roll \(number), but it is \(isMissing ? "missing" : "recorded as void")"
            )
        }
        progress.dice = turn.dice
        progress.ended = EndedTurn(turn)
        progress.report.turns.count(entry, drawn, isPromised: isPromised)
    }

    private func check(addedTo turn: Turn, _ entry: ChainedEntry) throws(Finding) {
        for (number, chances) in added(to: entry) {
            try entry.require(
                turn.rolls.indices.contains(number - 1),
                .rollMissing,
                "roll \(number), to which you contributed, is missing"
            )
            let roll = turn.rolls[number - 1]
            let used = [roll.chance.entropy ?? ""] + (roll.chance.reveals ?? [])
            try entry.require(
                roll.outcome == .void || chances.isSubset(of: used),
                .notContributed,
                "roll \(number) was made without your contribution"
            )
        }
    }

    private mutating func check(_ result: ThrowResult, _ progress: inout TableProgress)
        throws(Finding)
    {
        let entry = try ChainedEntry(result)
        guard
            try progress.enter(
                entry,
                source,
                isStart: { Self.link(result, Chain.start)?.chain == result.proof.chain }
            )
        else { return }
        let check = ThrowCheck(result: result, entry: entry)
        var drawn = Drawn()
        if entry.isHidden {
            try check.checkHidden()
        } else {
            drawn = try check.run(&expressions)
        }
        // For a hidden throw of an older edition, only the commitment and the chain hash are known.
        let sent = ChainLink(digest: nil, chain: result.proof.chain ?? "")
        try progress.extend(entry, with: Self.link(result, progress.link) ?? sent)
        let isPromised = try recall(entry, at: entry.endedAt, &progress)
        for (_, chances) in added(to: entry)
        where !chances.isSubset(of: [result.chance.entropy ?? ""]) {
            throw entry.finding(
                .throwWithoutEntropy,
                "it was made without your contribution"
            )
        }
        progress.report.thrown.count(entry, drawn, isPromised: isPromised)
        if entry.isHidden {
            progress.report.thrown.hidden[result.by, default: 0] += 1
        }
    }

    /// Returns the digest and chain hash of a throw; `nil` if the digest and hash cannot be
    /// computed from what strangers receive.
    private static func link(_ result: ThrowResult, _ previous: String) -> ChainLink? {
        guard result.hidden == true else { return Chain.link(result, after: previous) }
        guard Edition.hasDigests(result.proof.edition), let digest = result.proof.digest
        else {
            return nil
        }
        return ChainLink(digest: digest, chain: Chain.link(digest, after: previous))
    }

    private mutating func check(
        _ correction: Correction,
        _ progress: inout TableProgress
    )
        throws(Finding)
    {
        let entry = ChainedEntry(correction)
        _ = try progress.enter(entry, source, isStart: { false })
        let check = CorrectionCheck(correction: correction, entry: entry)
        try check.run(&progress)
        try progress.extend(entry, with: check.link(progress))
        progress.report.corrections += 1
    }

    private mutating func check(_ rest: Rest, _ progress: inout TableProgress)
        throws(Finding)
    {
        let entry = ChainedEntry(rest)
        let check = RestCheck(rest: rest, entry: entry)
        _ = try progress.enter(entry, source) { [progress] in
            check.link(progress).chain == rest.chain
        }
        try check.run(&progress)
        try progress.extend(entry, with: check.link(progress))
        progress.report.rests += 1
    }

    /// Compares the entry with the notes about it. Returns true if its commitment was noted by
    /// `instant`.
    private mutating func recall(
        _ entry: ChainedEntry,
        at instant: Timestamp,
        _ progress: inout TableProgress
    ) throws(Finding) -> Bool {
        guard !notes.isEmpty, let commitment = entry.proof.commitment else {
            return false
        }
        if notes.added[commitment] != nil {
            held.insert(commitment)
        }
        let head = notes.heads[commitment]
        if entry.name.kind == .turn {
            if let promised = progress.promised, promised != commitment {
                throw entry.finding(
                    .otherPromise,
                    "its commitment is not the one sent to you when turn \(entry.name.number - 1) ended: \(remade)"
                )
            }
            progress.promised = head?.next
        }
        if let head {
            try entry.require(
                head.digest == nil || head.digest == entry.proof.digest,
                .otherDigest,
                "its digest is not the one that you saw when it ended: \(remade)"
            )
            try entry.require(
                head.link == entry.proof.chain,
                .otherLink,
                "its chain hash is not the one that you saw when it ended: \(remade)"
            )
            held.insert(commitment)
        }
        return notes.promises[commitment].map {
            $0.millisecondsSinceEpoch <= instant.millisecondsSinceEpoch
        } ?? false
    }

    /// Returns the noted contributions to an entry. A daemon whose seeds are derived from a number
    /// ignores all contributions, and its entries say so.
    private func added(to entry: ChainedEntry) -> [(Int, Set<String>)] {
        guard !entry.isSeeded,
            let added = entry.proof.commitment.flatMap({ notes.added[$0] })
        else { return [] }
        return added.chances.sorted { $0.key < $1.key }
    }

    /// Returns the rolls of the turn that were seen, ascending.
    private func rolled(in entry: ChainedEntry) -> [Int] {
        (entry.proof.commitment.flatMap { notes.rolled[$0] } ?? []).filter { $0 > 0 }
            .sorted()
    }

    private var remade: String {
        "the history was rewritten, or restored from a backup"
    }

    /// Ends the check. Call it after the last entry. Throws if an entry is missing.
    public mutating func finish() throws(Finding) {
        for table in tables.keys.sorted() {
            guard let progress = tables[table] else { continue }
            if let lost = progress.missing.lost(at: progress.newest) {
                throw Finding(
                    EntryName(.throw, lost, of: table),
                    .missingThrow,
                    "it is missing"
                )
            }
            tables[table]?.report.open = progress.missing.gaps.filter { !$0.isExcused }
                .map(
                    \.numbers
                )
        }
        if source == .daemon || source == .continued {
            try finishNotes()
        }
    }

    /// Finds entries that were seen to end and are now missing. An entry that this history
    /// announces belongs to this history. Any other entry may belong to another daemon, or to an
    /// older table of the same name.
    private mutating func finishNotes() throws(Finding) {
        let announced = Set(held.compactMap { notes.heads[$0]?.next })
        let missing = notes.heads.filter { commitment, head in
            !held.contains(commitment)
                && tables[head.entry.table]?.covers(head.entry) == true
        }
        let lost = missing.filter { announced.contains($0.key) }.values.map(\.entry).min {
            $0.number < $1.number
        }
        if let lost {
            throw Finding(
                lost,
                .seenEntryMissing,
                "you saw it end, but it is missing now: \(remade)"
            )
        }
        let rolledIn = notes.added.filter { commitment, added in
            let progress = tables[added.entry.table]
            return !held.contains(commitment) && progress?.covers(added.entry) == true
                && progress.map { added.entry.number <= $0.lastNumber } == true
        }
        for entry in missing.mapValues(\.entry).merging(
            rolledIn.mapValues(\.entry),
            uniquingKeysWith: { $1 }
        ).values {
            tables[entry.table]?.report.strange += 1
        }
    }
}
