import DiceGames
import DiceModel
import DiceNotation
import DiceProof
import DiceVerifying
import Forgeries
import Testing

/// The reports about correct histories, and about entries missing from them.
struct VerifierTests {
    private func home(
        _ entries: [HistoryEntry],
        _ source: HistoryVerifier.Source = .daemon
    ) throws
        -> TableReport
    {
        try #require(
            try HistoryVerifier.reports(entries, source).first { $0.table == "home" }
        )
    }

    private func changed(_ turns: ClosedRange<Int>, _ change: (inout Turn) -> Void)
        throws
        -> [HistoryEntry]
    {
        try SampleHistory.entries().map { entry in
            guard case .turn(var turn) = entry, turns.contains(turn.turn) else {
                return entry
            }
            change(&turn)
            return .turn(turn)
        }
    }

    @Test("void rolls are counted by player, cause and reason")
    func voids() throws {
        let entries = try changed(1...4) { turn in
            switch turn.turn {
            case 1: turn.rolls[1].absent = ["bo", "carol"]
            case 2: turn.rolls[1].reason = .disconnected
            case 3: (turn.rolls[1].reason, turn.rolls[1].absent) = (.serverStopping, [])
            default: turn.rolls[1].by = "dave"
            }
        }
        let report = try home(SampleHistory.chained(entries)).turns
        func rolls(_ by: String, _ absent: [String], _ reason: CancelReason) -> Int? {
            report.voids.first {
                ($0.key.by, $0.key.absent, $0.key.reason) == (by, absent, reason)
            }?.value
        }
        #expect(report.void == 4)
        #expect(report.stopped == 1)
        #expect(report.voids.count == 4)
        #expect(rolls("ann|b", ["bo", "carol"], .absent) == 1)
        #expect(rolls("ann|b", ["bo"], .disconnected) == 1)
        #expect(rolls("ann|b", [], .serverStopping) == 1)
        #expect(rolls("dave", ["bo"], .absent) == 1)
        #expect(try home(SampleHistory.entries()).turns.voids.map(\.value) == [4])
    }

    @Test(
        "entries without seeds are counted and the chain starts after them"
    )
    func before() throws {
        let old = try changed(1...2) { $0.proof = EntryProof() }
        let entries = SampleHistory.chained(old)
        let report = try home(entries)
        #expect(report.turns.before == 2)
        #expect(report.turns.numbers == 3...4)
        #expect(report.turns.right == 4)
        #expect(report.thrown.before == 0)
        #expect(report.thrown.right == 8)
        #expect(
            HistoryVerifier.finding(SampleHistory.renumbered(entries.reversed())) != nil
        )
    }

    @Test("a turn without a seed is refused after one with a seed")
    func noneBehind() throws {
        let entries = try changed(3...3) { $0.proof = EntryProof() }
        let finding = try #require(
            HistoryVerifier.finding(SampleHistory.chained(entries))
        )
        #expect(finding.entry == EntryName(.turn, 3, of: "home", id: 9))
        #expect(finding.reason == .unseededTurn)
    }

    @Test(
        "a turn whose seed a backup omitted is in the chain and its faces are not checked"
    )
    func restored() throws {
        let entries = try changed(2...2) { turn in
            turn.seed = nil
            turn.rolls[0].values[1] = turn.rolls[0].values[1] % 6 + 1
            turn.rolls[1].values[1] = turn.rolls[0].values[1]
            turn.rolls[2].values[1] = turn.rolls[0].values[1]
            turn.total += turn.rolls[0].values[1] - turn.dice[1].value
            turn.dice[1].value = turn.rolls[0].values[1]
        }
        #expect(HistoryVerifier.finding(entries) != nil)
        let report = try home(SampleHistory.chained(entries))
        #expect(report.turns.restored == 1)
        #expect(report.turns.right == 6)
        #expect(report.turns.chained == 4)
    }

    @Test("seeds from a number are valid and counted")
    func seeded() throws {
        // The faces of such a seed depend on nothing else; other entropy gives other faces.
        func turns(_ seeded: Bool?) -> [HistoryEntry] {
            SampleHistory.chained(
                (1...3).map {
                    .turn(SampleHistory.turn($0, hasEntropy: false, seeded: seeded))
                }
            )
        }
        #expect(try home(turns(true)).turns.seeded == 3)
        #expect(try home(turns(nil)).turns.seeded == 0)
    }

    @Test(
        "an export may begin in the middle and the start of the check is reported"
    )
    func middle() throws {
        let entries = try SampleHistory.entries()
        for first in [4, 6, 8, 10] {
            let part = Array(entries[first...])
            let report = try home(part, .export)
            let name =
                part[0].turn.map { EntryName(.turn, $0.turn, of: "home", id: $0.id) }
                ?? part[0].thrown.map {
                    EntryName(.throw, $0.number, of: "home", id: $0.id)
                }
            #expect(report.checkedFrom == name)
            #expect(HistoryVerifier.finding(part) != nil, "a daemon has all of it")
        }
        // The history is complete only if its first chain hash follows from `Chain.start`.
        guard case .turn(var turn) = entries[0] else { return }
        turn.chain = SampleHistory.hex("other", 64)
        #expect(
            try home([.turn(turn)], .export).checkedFrom
                == EntryName(.turn, 1, of: "home", id: 1)
        )
        #expect(try home([entries[0]], .export).checkedFrom == nil)
        #expect(HistoryVerifier.finding([.turn(turn)])?.reason == .brokenChain)
    }

    @Test("a match without its first turn is named and the next match is checked")
    func cutMatch() throws {
        var evening = Evening()
        evening.begin(HonestHistory.pairs, ["ann"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.turn("ann", .these([[1, 2]]), "high")
        evening.begin(HonestHistory.pairs, ["ann"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        let part = Array(evening.history[1...])
        let report = try #require(try HistoryVerifier.reports(part, .export).first)
        #expect(report.cutMatches == [1])
        #expect(report.checkedFrom?.number == 2)
        evening.changeLast { $0.score?.points += 1 }
        #expect(
            HistoryVerifier.finding(Array(evening.history[1...]), .export)?.reason
                == .otherScore
        )
    }

    @Test(
        "a match from before edition 5 is counted and its turns are not replayed"
    )
    func olderMatch() throws {
        var evening = Evening(edition: 4)
        evening.begin(HonestHistory.pairs, ["ann"])
        try evening.turn("ann", .these([[1, 2], [1], [1], [1], [1]]), "low")
        evening.edition = 5
        try evening.turn("ann", .these([[1, 2], [1], [1], [1], [1]]), "high")
        #expect(try HistoryVerifier.reports(evening.history).first?.olderMatches == 1)
    }

    @Test("a throw that ended before an export's start is not missing")
    func endedBefore() throws {
        // Throw 2 has ended, and is cut off; throw 1 ends after it.
        var entries = try [2, 1, 3].map {
            HistoryEntry.thrown(try SampleHistory.thrown($0))
        }
        guard var last = entries[2].thrown else { return }
        last.endedAt = SampleHistory.instant(10_000)
        entries[2] = .thrown(last)
        let part = Array(SampleHistory.chained(entries)[1...])
        #expect(try home(part, .export).open == [])
    }

    @Test("missing throws may be in flight for a limited time")
    func inFlight() throws {
        var entries = try SampleHistory.entries()
        // Throw 3 has no entry, and is not in the chain.
        entries.remove(at: 7)
        let open = SampleHistory.chained(entries)
        #expect(try home(open).open == [3...3])
        var last = try #require(open[14].thrown)
        last.endedAt = SampleHistory.instant(500 + 3_600)
        entries[14] = .thrown(last)
        let finding = try #require(
            HistoryVerifier.finding(SampleHistory.chained(entries))
        )
        #expect("\(finding)" == "throw 3 of home: it is missing")
    }

    @Test("throws end in any order, each once")
    func orderOfThrows() throws {
        let thrown = try [4, 1, 8, 2, 3, 7, 5, 6].map {
            HistoryEntry.thrown(try SampleHistory.thrown($0))
        }
        #expect(try home(SampleHistory.chained(thrown)).thrown.right == 8)
        for again in thrown {
            let finding = try #require(
                HistoryVerifier.finding(SampleHistory.chained(thrown + [again]))
            )
            #expect(finding.reason == .repeatedThrow)
        }
    }

    @Test("a throw in flight during a backup is in the chain without faces")
    func leftOut() throws {
        var older = try SampleHistory.thrown(1, 4)
        older.text = older.expression
        older.outcome = .failed
        older.message = "a backup was made"
        older.total = nil
        older.dice = []
        older.faces = []
        for var result in [try SampleHistory.thrown(1).withoutFaces, older] {
            result.seed = nil
            let report = try home(SampleHistory.chained([.thrown(result)])).thrown
            #expect(report.restored == 1)
            #expect(report.right == 0)
            #expect(report.chained == 1)
            result.seed = try SampleHistory.thrown(1).seed
            #expect(
                HistoryVerifier.finding(SampleHistory.chained([.thrown(result)])) != nil
            )
        }
    }

    @Test(
        "a throw of edition 5 without faces may not have results",
        arguments: [
            Change<ThrowResult>("a total") { $0.total = 7 },
            Change("totals") { $0.totals = [7] },
            Change("a text") { $0.text = $0.expression },
            Change("faces") { $0.faces = [7] },
            Change("dice") {
                $0.dice = [ThrowDie(die: 1, sides: 6, value: 7, kept: true, flags: [])]
            },
            Change("a check") {
                $0.meaning.check = TargetCheck(
                    target: 15,
                    compare: ">=",
                    made: true,
                    margin: 1
                )
            },
            Change("a result") { $0.meaning.result = "hit" },
            Change("symbols") {
                $0.meaning.symbols = SymbolCounts([Symbol(word: "hit", count: 1)])
            },
            Change("a message") { $0.message = "a division by zero" },
            Change("the outcome of another") { $0.outcome = .completed },
        ]
    )
    func nothingIsLeft(_ change: Change<ThrowResult>) throws {
        var result = try SampleHistory.thrown(1).withoutFaces
        result.seed = nil
        result = change.applied(to: result)
        #expect(
            HistoryVerifier.finding(SampleHistory.chained([.thrown(result)])) != nil
        )
    }

    @Test(
        "a secret throw is chained by its digest, which its later reveal must match"
    )
    func hidden() throws {
        let entries = try SampleHistory.entries()
        let place = try #require(entries.firstIndex { $0.thrown != nil })
        let whole = try #require(entries[place].thrown)
        var hidden = ThrowResult(
            table: whole.table,
            number: whole.number,
            id: whole.id,
            endedAt: whole.endedAt,
            expression: whole.expression,
            by: whole.by,
            outcome: .other(""),
            total: nil,
            dice: [],
            text: "",
            proof: whole.proof,
            hidden: true
        )
        hidden.seed = nil
        func finding(_ hidden: ThrowResult) -> Finding? {
            var changed = entries
            changed[place] = .thrown(hidden)
            return HistoryVerifier.finding(changed)
        }
        #expect(finding(hidden) == nil)
        // Entries before it cannot be rewritten so that the following chain hash stays the same.
        var other = hidden
        other.digest = Digest.text(of: "another")
        #expect(finding(other)?.entry.number == whole.number)
        let previous = entries[..<place].last { $0.table == whole.table }
        let chain = previous?.turn?.chain ?? previous?.thrown?.chain ?? Chain.start
        other.chain = Chain.link(other.digest ?? "", after: chain)
        #expect(finding(other) != nil)
        other.digest = nil
        #expect(finding(other)?.reason == .missingDigest)

        var notes = Notes()
        let name = EntryName(.throw, whole.number, of: whole.table, id: whole.id)
        func verify(_ entries: [HistoryEntry], _ noted: String?) -> Finding? {
            notes.heads[whole.commitment ?? ""] = Notes.Head(
                name,
                link: whole.chain ?? "",
                digest: noted
            )
            return HistoryVerifier.finding(entries, notes: notes)
        }
        #expect(verify(entries, whole.digest) == nil)
        #expect(verify(entries, nil) == nil)
        #expect(verify(entries, Digest.text(of: "another"))?.reason == .otherDigest)
    }

    @Test("a void roll of a turn from before reasons needs no reason")
    func withoutReason() throws {
        let entries = SampleHistory.chained(
            try changed(1...4) { $0.rolls[1].reason = nil }
        )
        #expect(try home(entries).turns.void == 4)
        var forged = entries
        guard case .turn(var turn) = forged[0] else { return }
        turn.rolls[1].reason = .absent
        forged[0] = .turn(turn)
        #expect(
            HistoryVerifier.finding(forged)?.entry
                == EntryName(.turn, 1, of: "home", id: 1)
        )
    }

    @Test(
        "dice of impossible sizes are found and not rolled",
        arguments: [0, -6, Int.min, Int.max, 1_000_001]
    )
    func impossibleDice(_ sides: Int) throws {
        let entries = try changed(1...1) { $0.dice[0].sides = sides }
        #expect(HistoryVerifier.finding(SampleHistory.chained(entries)) != nil)
    }
}

/// Notes taken while a history was written, compared with the history now.
struct NotesTests {
    private let entries: [HistoryEntry]
    private let turns: [Turn]

    init() throws {
        entries = try SampleHistory.entries()
        turns = entries.compactMap(\.turn).filter { $0.table == "home" }
    }

    /// Returns the notes of a client that saw each turn of `turns` end.
    private func notes(of turns: [Turn]) -> Notes {
        var notes = Notes()
        for (turn, next) in zip(turns, turns.dropFirst().map(\.commitment) + [nil]) {
            guard let commitment = turn.commitment, let chain = turn.chain else {
                continue
            }
            let name = EntryName(.turn, turn.turn, of: turn.table, id: turn.id)
            notes.heads[commitment] = Notes.Head(name, link: chain, next: next)
        }
        return notes
    }

    @Test("entries noted before their first roll are promised")
    func promised() throws {
        var notes = Notes()
        for (turn, seconds) in zip(turns, [-5, 0, 1, 9]) {
            let first = turn.rolls[0].at.millisecondsSinceEpoch
            if let commitment = turn.commitment {
                notes.promises[commitment] = Timestamp(
                    millisecondsSinceEpoch: first + Int64(seconds)
                )
            }
        }
        let reports = try HistoryVerifier.reports(entries, notes: notes)
        #expect(reports.map(\.turns.promised) == [0, 2])
    }

    @Test("entries noted as ended are present")
    func held() throws {
        let reports = try HistoryVerifier.reports(entries, notes: notes(of: turns))
        #expect(reports.map(\.strange) == [0, 0])
        // An export may be older than the notes.
        let older = try HistoryVerifier.reports(
            Array(entries[..<8]),
            .export,
            notes: notes(of: turns)
        )
        #expect(older.map(\.strange) == [0, 0])
    }

    /// Returns the notes of a contributor who added this to the roll of this number; 0 for a throw.
    private func notes(_ entropy: String, to roll: Int, of entry: HistoryEntry) throws
        -> Notes
    {
        let turn = entry.turn
        let thrown = entry.thrown
        let name =
            turn.map { EntryName(.turn, $0.turn, of: $0.table) }
            ?? EntryName(.throw, thrown?.number ?? 0, of: thrown?.table ?? "")
        var added = Notes.Added(name)
        added.chances[roll] = [entropy]
        var notes = Notes()
        notes.added[try #require(turn?.commitment ?? thrown?.commitment)] = added
        return notes
    }

    @Test("contributions to a roll or a throw are in its entry")
    func added() throws {
        let other = String(repeating: "0f", count: 16)
        for entry in entries {
            for roll in entry.turn?.rolls ?? [] {
                for entropy in [roll.entropy].compactMap(\.self) + (roll.reveals ?? []) {
                    #expect(
                        HistoryVerifier.finding(
                            entries,
                            notes: try notes(entropy, to: roll.roll, of: entry)
                        ) == nil
                    )
                }
                let finding = HistoryVerifier.finding(
                    entries,
                    notes: try notes(other, to: roll.roll, of: entry)
                )
                #expect(
                    finding?.reason == (roll.outcome == .void ? nil : .notContributed)
                )
            }
            if let turn = entry.turn {
                let finding = HistoryVerifier.finding(
                    entries,
                    notes: try notes(other, to: turn.rolls.count + 1, of: entry)
                )
                #expect(finding?.reason == .rollMissing)
            } else {
                let own = try notes(entry.thrown?.entropy ?? "", to: 0, of: entry)
                #expect(HistoryVerifier.finding(entries, notes: own) == nil)
                let finding = HistoryVerifier.finding(
                    entries,
                    notes: try notes(other, to: 0, of: entry)
                )
                #expect(finding?.reason == .throwWithoutEntropy)
            }
        }
        #expect(entries.contains { $0.thrown?.entropy?.isEmpty == false })
        #expect(
            entries.contains {
                $0.turn?.rolls.contains { $0.reveals?.isEmpty == false } == true
            }
        )
    }

    @Test("a roll noted in motion is present and not void")
    func rolled() throws {
        var notes = Notes()
        let commitment = try #require(turns[0].commitment)
        func finding(_ rolls: Set<Int>) -> Finding.Reason? {
            notes.rolled[commitment] = rolls
            return HistoryVerifier.finding(entries, notes: notes)?.reason
        }
        #expect(finding([1, 3]) == nil)
        #expect(finding([1, 2]) == .seenRoll)
        #expect(finding([4]) == .seenRoll)
        #expect(finding([-1, 0]) == nil)
    }

    /// The attacks that the chain alone does not reveal.
    @Test("a history rewritten after a noted head is found")
    func rewritten() throws {
        var forged = entries
        guard case .turn(var turn) = forged[0] else { return }
        turn.by = "bo"
        forged[0] = .turn(turn)
        forged = SampleHistory.chained(forged)
        #expect(HistoryVerifier.finding(forged) == nil)
        let finding = try #require(
            HistoryVerifier.finding(forged, notes: notes(of: [turns[2]]))
        )
        #expect(finding.entry.number == 3)
        #expect(finding.reason == .otherLink)
    }

    @Test("missing last entries are found")
    func cutOff() throws {
        let cut = Array(entries[..<8])
        #expect(HistoryVerifier.finding(cut) == nil)
        let finding = try #require(
            HistoryVerifier.finding(cut, notes: notes(of: turns))
        )
        #expect(finding.entry.number == 3)
        #expect(finding.reason == .seenEntryMissing)
    }

    @Test("a last turn rolled again with another seed is found")
    func rolledAnew() throws {
        var anew = Array(entries[..<8])
        anew.append(.turn(SampleHistory.turn(3, seed: "another")))
        anew = SampleHistory.chained(anew)
        #expect(HistoryVerifier.finding(anew) == nil)
        let finding = try #require(
            HistoryVerifier.finding(anew, notes: notes(of: Array(turns[..<3])))
        )
        #expect(finding.entry.number == 3)
        #expect(finding.reason == .otherPromise)
    }

    @Test("notes unrelated to the history are reported and are not findings")
    func strange() throws {
        let other = SampleHistory.chained(
            (1...3).map { .turn(SampleHistory.turn($0, seed: "other \($0)")) }
        )
        let reports = try HistoryVerifier.reports(
            entries,
            notes: notes(of: other.compactMap(\.turn))
        )
        #expect(reports.map(\.strange) == [0, 3])
    }
}
