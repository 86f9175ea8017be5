import DiceGames
public import DiceModel
import DiceProof
import DiceWire

/// Checks the entries of a history, oldest first, with no trust in the daemon that made it: that each seed is the one
/// that was promised, that the faces follow from it, and that nothing was altered, left out, put in or moved.
///
/// It needs the same memory for each table however long the history is.
public struct HistoryVerifier: Sendable {
    /// What is read.
    public enum Source: Sendable, Hashable {
        /// All of the history of a daemon's tables.
        case daemon
        /// A part of one, which may begin anywhere and end early.
        case export
        /// One entry alone, whatever ended before it.
        case entry
    }

    private let source: Source
    private let notes: Notes
    private var tables: [String: TableProgress] = [:]
    /// The commitments of noted entries that are there.
    private var held: Set<String> = []
    private var expressions = LastExpression()

    /// - Parameters:
    ///   - tables: those that are told of even without an entry.
    ///   - notes: what the caller has noted while the history was made.
    public init(_ source: Source, tables: [String] = [], notes: Notes = Notes()) {
        (self.source, self.notes) = (source, notes)
        for table in tables { self.tables[table] = TableProgress(table) }
    }

    /// What was found so far, by the tables' names.
    public var reports: [TableReport] { tables.values.map(\.report).sorted { $0.table < $1.table } }

    /// Checks the next entry. After a finding nothing that follows can be trusted.
    public mutating func check(_ entry: HistoryEntry) throws(Finding) {
        switch entry {
        case .turn(let turn): try check(turn)
        case .thrown(let result): try check(result)
        case .corrected(let correction): try check(correction)
        case .rested(let rest): try check(rest)
        }
    }

    private mutating func check(_ turn: Turn) throws(Finding) {
        let entry = ChainedEntry(turn)
        var progress = tables.removeValue(forKey: turn.table) ?? TableProgress(turn.table)
        defer { tables[turn.table] = progress }
        guard try progress.enter(entry, source) else { return }
        let drawn = try TurnCheck(turn: turn, entry: entry).run(after: progress.dice)
        try ScoreCheck(turn: turn, entry: entry).run(&progress)
        try progress.extend(entry, with: Chain.link(turn, after: progress.link) { $0.jsonBytes() }, source)
        let isPromised = try recall(entry, at: turn.rolls.first?.at ?? turn.endedAt, &progress)
        for (number, chances) in added(to: entry) {
            try entry.require(
                turn.rolls.indices.contains(number - 1), "roll \(number), to which you contributed, is missing")
            let roll = turn.rolls[number - 1]
            guard
                roll.outcome == .void || chances.isSubset(of: [roll.chance.entropy ?? ""] + (roll.chance.reveals ?? []))
            else {
                throw entry.finding("roll \(number) was made without your contribution")
            }
        }
        for number in rolled(in: entry) where turn.rolls.count < number || turn.rolls[number - 1].outcome == .void {
            let isMissing = turn.rolls.count < number
            throw entry.finding("you saw the dice of roll \(number), and it is \(isMissing ? "missing" : "void there")")
        }
        (progress.dice, progress.ended) = (turn.dice, EndedTurn(turn))
        progress.report.turns.count(entry, drawn, isPromised: isPromised)
    }

    private mutating func check(_ result: ThrowResult) throws(Finding) {
        let entry = try ChainedEntry(result)
        var progress = tables.removeValue(forKey: result.table) ?? TableProgress(result.table)
        defer { tables[result.table] = progress }
        guard try progress.enter(entry, source) else { return }
        // Only the commitment and the place in the chain of a hidden throw are known.
        let isHidden = result.hidden == true
        let drawn = isHidden ? Drawn() : try ThrowCheck(result: result, entry: entry).run(&expressions)
        if isHidden {
            try progress.extend(hidden: entry, source)
        } else {
            try progress.extend(entry, with: Chain.link(result, after: progress.link), source)
        }
        let isPromised = try recall(entry, at: entry.endedAt, &progress)
        for (_, chances) in added(to: entry) where !chances.isSubset(of: [result.chance.entropy ?? ""]) {
            throw entry.finding("it was made without your contribution")
        }
        progress.report.thrown.count(entry, drawn, isPromised: isPromised)
        if isHidden { progress.report.thrown.hidden[result.by, default: 0] += 1 }
    }

    private mutating func check(_ correction: Correction) throws(Finding) {
        let entry = ChainedEntry(correction)
        var progress = tables.removeValue(forKey: correction.table) ?? TableProgress(correction.table)
        defer { tables[correction.table] = progress }
        _ = try progress.enter(entry, source)
        let check = CorrectionCheck(correction: correction, entry: entry)
        try check.run(&progress)
        try progress.extend(entry, with: check.link(progress), source)
        progress.report.corrections += 1
    }

    private mutating func check(_ rest: Rest) throws(Finding) {
        let entry = ChainedEntry(rest)
        var progress = tables.removeValue(forKey: rest.table) ?? TableProgress(rest.table)
        defer { tables[rest.table] = progress }
        _ = try progress.enter(entry, source)
        let players = progress.match?.players ?? []
        try progress.extend(entry, with: Chain.link(rest, after: progress.link, players: players), source)
        progress.report.rests += 1
    }

    /// Compares the entry with what was noted of it. Returns whether its commitment was noted by `instant`.
    private mutating func recall(
        _ entry: ChainedEntry, at instant: Timestamp, _ progress: inout TableProgress
    ) throws(Finding) -> Bool {
        guard !notes.isEmpty, let commitment = entry.proof.commitment else { return false }
        if notes.added[commitment] != nil { held.insert(commitment) }
        let head = notes.heads[commitment]
        if entry.name.kind == .turn {
            if let promised = progress.promised, promised != commitment {
                throw entry.finding("you were promised another one when turn \(entry.name.number - 1) ended: \(remade)")
            }
            progress.promised = head?.next
        }
        if let head {
            guard head.link == entry.proof.chain else {
                throw entry.finding("its link in the chain is not the one that you saw when it ended: \(remade)")
            }
            held.insert(commitment)
        }
        return notes.promises[commitment].map { $0.millisecondsSinceEpoch <= instant.millisecondsSinceEpoch } ?? false
    }

    /// What was added to it, as far as it was noted. A daemon whose seeds follow from a number leaves all of it out,
    /// and its entries say so.
    private func added(to entry: ChainedEntry) -> [(Int, Set<String>)] {
        guard !entry.isSeeded, let added = entry.proof.commitment.flatMap({ notes.added[$0] }) else { return [] }
        return added.chances.sorted { $0.key < $1.key }
    }

    /// The rolls of the turn that were seen, ascending.
    private func rolled(in entry: ChainedEntry) -> [Int] {
        (entry.proof.commitment.flatMap { notes.rolled[$0] } ?? []).filter { $0 > 0 }.sorted()
    }

    private var remade: String { "the history was rewritten, or restored from a backup" }

    /// To be called after the last entry. Throws if an entry is missing.
    public mutating func finish() throws(Finding) {
        for table in tables.keys.sorted() {
            guard let progress = tables[table] else { continue }
            if let lost = progress.missing.lost(at: progress.newest) {
                throw Finding(EntryName(.throw, lost, of: table), "it is missing")
            }
            tables[table]?.report.open = progress.missing.gaps.map(\.numbers)
        }
        if source == .daemon { try finishNotes() }
    }

    /// Looks for entries that were seen to end and are missing now. One that an entry of this history announces belongs
    /// to it; any other may be of another daemon, or of an older table of that name.
    private mutating func finishNotes() throws(Finding) {
        let announced = Set(held.compactMap { notes.heads[$0]?.next })
        let missing = notes.heads.filter { !held.contains($0.key) && tables[$0.value.entry.table] != nil }
        let lost = missing.filter { announced.contains($0.key) }.values.map(\.entry).min { $0.number < $1.number }
        if let lost { throw Finding(lost, "you saw it end, and it is not there any more: \(remade)") }
        let rolledIn = notes.added.filter { commitment, added in
            !held.contains(commitment) && tables[added.entry.table].map { added.entry.number <= $0.lastNumber } == true
        }
        for entry in missing.mapValues(\.entry).merging(rolledIn.mapValues(\.entry), uniquingKeysWith: { $1 }).values {
            tables[entry.table]?.report.strange += 1
        }
    }
}
