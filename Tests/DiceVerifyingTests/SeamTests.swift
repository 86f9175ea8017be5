import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Forgeries
import Testing

/// Histories whose oldest entries were archived: the entries that the daemon still has, and the
/// files before them.
struct SeamTests {
    private let home: [HistoryEntry]

    init() throws {
        home = try SampleHistory.entries().filter { $0.table == "home" }
    }

    private func archived(_ count: Int, of entries: [HistoryEntry]? = nil) throws
        -> Archived
    {
        let last = (entries ?? home)[count - 1]
        return Archived(
            entries: count,
            last: last.id,
            chain: try #require(last.proof.chain),
            at: try #require(last.endedAt)
        )
    }

    private func sent(_ entries: some Sequence<HistoryEntry>) throws -> [SentEntry] {
        try entries.map { try SentEntry(json: JSONValue(parsing: $0.jsonBytes())) }
    }

    // MARK: The daemon's entries

    private func report(
        _ entries: [HistoryEntry],
        after archived: Archived,
        notes: Notes = Notes()
    )
        throws
        -> TableReport
    {
        var verifier = HistoryVerifier(.daemon, notes: notes)
        verifier.begin("home", after: archived)
        for entry in entries {
            try verifier.check(entry)
        }
        try verifier.finish()
        return try #require(verifier.reports.first)
    }

    @Test(
        "a history may begin after an archive and reports it",
        arguments: 1...12
    )
    func begins(count: Int) throws {
        let report = try report(Array(home.dropFirst(count)), after: archived(count))
        #expect(report.archived?.entries == count)
        #expect(report.checkedFrom == nil)
    }

    @Test("the first entry after an archive must continue its chain")
    func otherChain() throws {
        var archived = try archived(4)
        archived.chain = SampleHistory.hex("other", 64)
        #expect {
            _ = try report(Array(home[4...]), after: archived)
        } throws: { ($0 as? Finding)?.reason == .brokenChain }
        let gap = try self.archived(4)
        #expect {
            _ = try report(Array(home[5...]), after: gap)
        } throws: { ($0 as? Finding)?.reason == .brokenChain }
        let twice = try self.archived(4)
        #expect {
            _ = try report(Array(home[3...]), after: twice)
        } throws: { ($0 as? Finding)?.reason == .idOrder }
    }

    @Test("noted entries before an archive's end are neither missing nor unrelated")
    func notes() throws {
        var notes = Notes()
        for entry in home {
            guard let commitment = entry.proof.commitment, let chain = entry.proof.chain
            else {
                continue
            }
            let kind: EntryName.EntryKind = entry.turn == nil ? .throw : .turn
            let number = entry.turn?.turn ?? entry.thrown?.number ?? 0
            let name = EntryName(kind, number, of: "home", id: entry.id)
            notes.heads[commitment] = Notes.Head(
                name,
                link: chain,
                digest: entry.proof.digest
            )
            notes.added[commitment] = Notes.Added(EntryName(kind, number, of: "home"))
        }
        let archived = try archived(6)
        #expect(
            try report(Array(home[6...]), after: archived, notes: notes).strange == 0
        )
        #expect(try report([], after: archived, notes: notes).strange == 6)
    }

    // MARK: An archive

    @Test(
        "an archive begins at the start of history or at the end of the previous archive",
        arguments: [0, 4]
    )
    func archive(first: Int) throws {
        var verifier = HistoryVerifier(.archive)
        if first > 0 {
            verifier.begin("home", after: try archived(first))
        }
        for entry in home[first..<first + 3] {
            try verifier.check(entry)
        }
        try verifier.finish()
        var late = HistoryVerifier(.archive)
        #expect(throws: Finding.self) { try late.check(home[first + 1]) }
    }

    // MARK: Files, and the daemon's entries after them

    private func reports(
        _ files: [HistoryEntry],
        _ rest: [HistoryEntry],
        _ archived: Archived?,
        shown: [HistoryEntry] = []
    ) throws -> [TableReport] {
        var verifier = SeamVerifier("home", archived: archived, shown: try sent(shown))
        for entry in try sent(files) {
            try verifier.check(filed: entry)
        }
        try verifier.endFiles()
        for entry in try sent(rest) {
            try verifier.check(entry)
        }
        try verifier.finish()
        return verifier.reports
    }

    private func reason(
        _ files: [HistoryEntry],
        _ rest: [HistoryEntry],
        _ archived: Archived?,
        shown: [HistoryEntry] = []
    ) -> SeamFinding.Reason? {
        do {
            _ = try reports(files, rest, archived, shown: shown)
            return nil
        } catch {
            return (error as? SeamFinding)?.reason
        }
    }

    @Test("a history is valid wherever it was archived", arguments: 1...12)
    func joined(count: Int) throws {
        let report = try #require(
            try reports(Array(home[..<count]), Array(home[count...]), archived(count))
                .first
        )
        #expect(report.filed == count)
        #expect(report.turns.chained == 4)
        #expect(report.thrown.chained == 8)
    }

    @Test("entries in both a file and the daemon are checked once")
    func overlapping() throws {
        #expect(reason(Array(home[..<8]), Array(home[5...]), try archived(5)) == nil)
        #expect(reason(Array(home[..<8]), home, nil) == nil)
        #expect(reason(Array(home[6..<8]), Array(home[5...]), try archived(5)) == nil)
    }

    @Test("the last of several archives may be checked alone")
    func lastAlone() throws {
        let report = try #require(
            try reports(Array(home[3..<6]), Array(home[6...]), archived(6)).first
        )
        #expect(report.checkedFrom?.id == home[3].id)
    }

    @Test("archives that do not fit together are found, each with a reason")
    func findings() throws {
        let cut = try archived(6)
        let files = Array(home[..<6])
        let rest = Array(home[6...])
        #expect(reason([], rest, cut) == .noEntries)
        var other = cut
        other.chain = SampleHistory.hex("other", 64)
        #expect(reason(files, rest, other) == .otherChain)
        #expect(reason(Array(files[..<5]), rest, cut) == .fileMissing)
        var fewer = cut
        fewer.entries = 5
        #expect(reason(files, rest, fewer) == .otherCount)
        // An entry of the other table has this id.
        var between = try archived(4)
        between.last += 1
        let overlapping = Array(home[..<7])
        #expect(reason(overlapping, rest, between) == .seamMissing)
        #expect(reason(files, [], nil) == .notContinued)
        #expect(reason(files, rest, nil) == .notContinued)
        #expect(
            reason(
                files,
                try SampleHistory.entries().filter { $0.table == "away" },
                nil
            )
                == .notContinued
        )
    }

    @Test("the daemon's entries must continue the files")
    func altered() throws {
        let files = Array(home[..<6])
        var rest = Array(home[6...])
        rest.removeFirst()
        #expect {
            _ = try reports(files, rest, archived(6))
        } throws: { ($0 as? Finding)?.reason != nil }
    }

    // MARK: Secret throws

    /// Returns the entries with throw 6 secret, and that throw.
    private func secret() throws -> (entries: [HistoryEntry], shown: ThrowResult) {
        let index = try #require(home.firstIndex { $0.thrown?.number == 6 })
        var shown = try #require(home[index].thrown)
        var hidden = SampleHistory.hidden(shown)
        hidden.id = shown.id
        hidden.digest = shown.digest
        hidden.chain = shown.chain
        shown.seenBy = nil
        var entries = home
        entries[index] = .thrown(hidden)
        return (entries, shown)
    }

    @Test(
        "a throw revealed later is checked against its archived entry"
    )
    func shown() throws {
        let (entries, shown) = try secret()
        let files = Array(entries[..<10])
        let rest = Array(entries[10...])
        let cut = try archived(10)
        let before = try #require(try reports(files, rest, cut).first)
        #expect(before.thrown.hidden.values.reduce(0, +) == 1)
        let after = try #require(
            try reports(files, rest, cut, shown: [.thrown(shown)]).first
        )
        #expect(after.thrown.hidden.isEmpty)
        #expect(after.thrown.right == before.thrown.right + 1)
        #expect(
            reason(
                files,
                rest,
                cut,
                shown: [files.first { $0.thrown?.hidden == true }].compactMap(\.self)
            ) == nil
        )

        var other = shown
        other.proof.digest = SampleHistory.hex("other", 64)
        #expect(reason(files, rest, cut, shown: [.thrown(other)]) == .otherThrow)
        var faces = shown
        faces.faces?[0] += 1
        #expect {
            _ = try reports(files, rest, cut, shown: [.thrown(faces)])
        } throws: { $0 is Finding }
    }

    @Test("a revealed throw that is missing from the files is found")
    func shownElsewhere() throws {
        let shown = try #require(home.first { $0.thrown?.number == 6 }?.thrown)
        // The ids in between belong to entries of the other table.
        var unknown = shown
        unknown.id = try #require(
            try SampleHistory.entries().first { $0.table == "away" && $0.id > 1 }?.id
        )
        let found = reason(
            Array(home[..<10]),
            Array(home[10...]),
            try archived(10),
            shown: [.thrown(unknown)]
        )
        #expect(found == .throwMissing)
    }
}
