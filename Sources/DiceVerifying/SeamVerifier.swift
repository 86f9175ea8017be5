public import DiceModel
import DiceProof

/// Checks archive files, which hold the oldest entries of a table, and checks that the daemon's
/// history of the table continues those entries.
///
/// Pass the entries of the files first, oldest first. Then call `endFiles`, pass the daemon's
/// entries, oldest first, and call `finish`.
public struct SeamVerifier: Sendable {
    private let table: String
    private let archived: Archived?
    /// The throws that were secret when they were archived and have since been shown, by id.
    private var shown: [Int: SentEntry]
    private var verifier: HistoryVerifier
    /// The id of the first entry in the files; `nil` until that entry is read.
    private var first: Int?
    /// The last entry read from the files so far; `nil` before the first entry.
    private var newest: SentEntry?
    /// The number of entries in the files.
    private var filed = 0
    /// The number of entries that the daemon has archived.
    private var entries = 0
    /// True if the last archived entry is in the files.
    private var hasSeam = false
    /// True once the daemon's entries have continued the files.
    private var isJoined = false

    /// - Parameters:
    ///   - archived: the table's entries that the daemon has archived; `nil` if it has archived
    ///     none.
    ///   - shown: the distinct archived throws that the daemon still has. Secret throws are
    ///     ignored.
    public init(
        _ table: String,
        archived: Archived?,
        shown: [SentEntry] = [],
        notes: Notes = Notes()
    ) {
        self.table = table
        self.archived = archived
        let open = shown.filter { $0.entry?.thrown?.hidden != true }
        self.shown = Dictionary(open.map { ($0.id, $0) }) { $1 }
        verifier = HistoryVerifier(.continued, tables: [table], notes: notes)
    }

    public var reports: [TableReport] {
        verifier.reports.map { report in
            var report = report
            report.filed = filed
            return report
        }
    }

    /// Checks the next entry of the files.
    ///
    /// - Throws: `SeamFinding` or `Finding`.
    public mutating func check(filed entry: SentEntry) throws {
        try verifier.check(try revealed(entry))
        first = first ?? entry.id
        newest = entry
        filed += 1
        guard let archived, entry.id <= archived.last else { return }
        entries += 1
        guard entry.id == archived.last else { return }
        hasSeam = true
        guard archived.chain == entry.chain ?? Chain.start else {
            throw SeamFinding(
                .otherChain,
                "the chain hash of entry \(entry.id) of \(table) differs from the one that the daemon kept: "
                    + "the file or the daemon's history was altered"
            )
        }
    }

    /// Returns the entry as it is known today: a throw archived as secret may have been shown
    /// since.
    private mutating func revealed(_ entry: SentEntry) throws(SeamFinding) -> SentEntry {
        guard let known = shown.removeValue(forKey: entry.id) else { return entry }
        guard let then = entry.entry?.thrown, let now = known.entry?.thrown,
            then.number == now.number,
            then.proof.digest == now.proof.digest, then.proof.chain == now.proof.chain
        else {
            throw SeamFinding(
                .otherThrow,
                "the throw revealed as entry \(entry.id) of \(table) is not the one that was archived: its digest "
                    + "or its chain hash differs"
            )
        }
        return known
    }

    /// Ends the files. Call this after the last entry of the files.
    public mutating func endFiles() throws(SeamFinding) {
        guard let first, let newest else {
            throw SeamFinding(.noEntries, "the files have no entry of \(table)")
        }
        if let unknown = shown.keys.filter({ (first...newest.id).contains($0) }).min() {
            throw SeamFinding(
                .throwMissing,
                "a throw was revealed as entry \(unknown) of \(table), but the files do not have it"
            )
        }
        guard let archived else { return }
        guard newest.id >= archived.last else {
            throw SeamFinding(
                .fileMissing,
                "the files end with entry \(newest.id) of \(table), but the daemon has archived entries up to "
                    + "\(archived.last): name every file"
            )
        }
        guard first <= archived.last else { return }
        guard hasSeam else {
            throw SeamFinding(
                .seamMissing,
                "the files do not have entry \(archived.last) of \(table)"
            )
        }
        let isWhole = verifier.reports.allSatisfy { $0.checkedFrom == nil }
        guard !isWhole || entries == archived.entries else {
            throw SeamFinding(
                .otherCount,
                "the files have \(entries) entries of \(table) up to \(archived.last), but the daemon has archived "
                    + "\(archived.entries)"
            )
        }
        isJoined = newest.id == archived.last
    }

    /// Checks the next entry of the daemon. Skips entries that are also in the files.
    ///
    /// - Throws: `SeamFinding` or `Finding`.
    public mutating func check(_ entry: SentEntry) throws {
        if isJoined {
            return try verifier.check(entry)
        }
        guard let newest, entry.id >= newest.id else { return }
        guard entry.id == newest.id, entry.chain == newest.chain else {
            throw notContinued
        }
        isJoined = true
    }

    /// Ends the check. Call it after the last entry.
    ///
    /// - Throws: `SeamFinding` or `Finding`.
    public mutating func finish() throws {
        guard isJoined else { throw notContinued }
        try verifier.finish()
    }

    private var notContinued: SeamFinding {
        SeamFinding(
            .notContinued,
            "the daemon's history of \(table) does not continue the files: the table was created again, or they are from "
                + "another daemon"
        )
    }
}

/// A fault where archive files and the daemon's history meet.
public struct SeamFinding: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        case noEntries, otherChain, otherThrow, throwMissing, fileMissing, seamMissing,
            otherCount,
            notContinued
    }

    public var reason: Reason
    /// A sentence without its full stop.
    public var description: String

    public init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}
