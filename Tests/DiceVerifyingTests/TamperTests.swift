import DiceModel
import DiceProof
import DiceVerifying
import Forgeries
import Testing

/// Any alteration of content that the chain covers is found.
struct TamperTests {
    @Test("an untouched history is valid")
    func untouched() throws {
        let entries = try SampleHistory.entries()
        let reports = try HistoryVerifier.reports(entries)
        #expect(reports.map(\.table) == ["away", "home"])
        let home = reports[1]
        #expect(home.turns.numbers == 1...4)
        #expect(home.turns.chained == 4)
        #expect(home.turns.right == 8)
        #expect(home.turns.void == 4)
        #expect(home.thrown.numbers == 1...8)
        #expect(home.thrown.right == 8)
        #expect(home.open == [])
        #expect(home.checkedFrom == nil)
        #expect(try #require(entries[SampleHistory.places.turn].turn).turn == 3)
        #expect(try #require(entries[SampleHistory.places.thrown].thrown).number == 6)
    }

    @Test(
        "forged faces of a turn are found even if its chain hashes are recomputed",
        arguments: Tampering.ofTurns
    )
    func forgedTurn(_ change: Change<Turn>) throws {
        var entries = try SampleHistory.entries()
        entries[SampleHistory.places.turn] = .turn(
            change.applied(to: try #require(entries[SampleHistory.places.turn].turn))
        )
        #expect(
            HistoryVerifier.finding(SampleHistory.chained(entries))?.entry.table
                == "home"
        )
    }

    @Test(
        "a change to any field of a turn is found by its chain hash",
        arguments: Tampering.ofTurns + Tampering.coveredOfTurns
    )
    func turn(_ change: Change<Turn>) throws {
        var entries = try SampleHistory.entries()
        let before = try #require(entries[SampleHistory.places.turn].turn)
        let changed = change.applied(to: before)
        entries[SampleHistory.places.turn] = .turn(changed)
        let finding = try #require(HistoryVerifier.finding(entries))
        #expect(finding.entry.table == "home")
        #expect(finding.entry.kind == .turn)
        #expect(
            [before.turn, changed.turn].contains(finding.entry.number),
            "\(finding)"
        )
        #expect(HistoryVerifier.finding(entries, .export) != nil)
        // No later entry could reveal a change of the last one.
        let last = Array(entries[...SampleHistory.places.turn])
        #expect(HistoryVerifier.finding(last) != nil)
    }

    @Test(
        "a change to any field of a throw is found",
        arguments: Tampering.ofThrows + Tampering.coveredOfThrows
    )
    func throwing(_ change: Change<ThrowResult>) throws {
        var entries = try SampleHistory.entries()
        let changed = change.applied(
            to: try #require(entries[SampleHistory.places.thrown].thrown)
        )
        entries[SampleHistory.places.thrown] = .thrown(changed)
        let finding = try #require(HistoryVerifier.finding(entries))
        #expect(finding.entry.table == "home")
        #expect(finding.entry.kind == .throw)
        #expect(HistoryVerifier.finding(entries, .export) != nil)
    }

    @Test(
        "forged faces of a throw are found even if its chain hashes are recomputed",
        arguments: Tampering.ofThrows
    )
    func forgedThrow(_ change: Change<ThrowResult>) throws {
        var entries = try SampleHistory.entries()
        entries[SampleHistory.places.thrown] = .thrown(
            change.applied(
                to: try #require(entries[SampleHistory.places.thrown].thrown)
            )
        )
        #expect(
            HistoryVerifier.finding(SampleHistory.chained(entries))?.entry.table
                == "home"
        )
    }

    @Test(
        "forged results of a failed throw are found",
        arguments: Tampering.ofFailures
    )
    func forgedFailure(_ change: Change<ThrowResult>) throws {
        var entries = try SampleHistory.entries()
        let place = try #require(entries.firstIndex { $0.thrown?.outcome == .failed })
        entries[place] = .thrown(
            change.applied(to: try #require(entries[place].thrown))
        )
        #expect(
            HistoryVerifier.finding(SampleHistory.chained(entries))?.entry.number == 5
        )
    }

    /// dicectl(1) lists these as not covered.
    @Test("the label and the cut-off reason of a throw are not covered")
    func uncovered() throws {
        var entries = try SampleHistory.entries()
        var changed = try #require(entries[SampleHistory.places.thrown].thrown)
        changed.label = "fire"
        changed.outcome = .cancelled
        changed.reason = .cancel
        entries[SampleHistory.places.thrown] = .thrown(changed)
        entries = SampleHistory.chained(entries)
        #expect(HistoryVerifier.finding(entries) == nil)
        changed.label = "ice"
        changed.reason = .disconnected
        changed.proof = try #require(entries[SampleHistory.places.thrown].thrown).proof
        entries[SampleHistory.places.thrown] = .thrown(changed)
        #expect(HistoryVerifier.finding(entries) == nil)
    }

    @Test(
        "dice that a first roll keeps show the values of the previous turn, or 1 if new"
    )
    func keptFromTheTurnBefore() throws {
        /// Returns a turn whose only roll rolls its second die.
        func turn(_ number: Int, sides: Int = 6, first: Int) throws -> HistoryEntry {
            let seed = try #require(Seed(hex: SampleHistory.hex("\(number)", 64)))
            var faces = FaceStream(seed, table: "home", turn: number, roll: 1)
            let values = [first, faces.face(sides: sides)]
            return .turn(
                Turn(
                    id: 0,
                    table: "home",
                    turn: number,
                    endedAt: SampleHistory.instant(number),
                    by: "ann",
                    rolls: [
                        RollRecord(
                            roll: 1,
                            by: "ann",
                            at: SampleHistory.instant(number),
                            outcome: .completed,
                            rolled: [2],
                            values: values,
                            chance: .nothing
                        )
                    ],
                    dice: values.enumerated().map {
                        TurnDie(die: $0 + 1, sides: sides, value: $1, locked: false)
                    },
                    total: values.reduce(0, +),
                    proof: EntryProof(
                        commitment: seed.commitment,
                        seed: seed.hex,
                        edition: 3
                    )
                )
            )
        }
        func finding(_ entries: [HistoryEntry]) -> Finding? {
            HistoryVerifier.finding(SampleHistory.chained(entries))
        }
        #expect(try finding([turn(1, first: 1), turn(2, first: 1)]) == nil)
        #expect(
            try finding([turn(1, first: 6)])?.reason == .keptChanges
        )
        #expect(try finding([turn(1, first: 1), turn(2, first: 6)])?.entry.number == 2)
        #expect(try finding([turn(1, first: 1), turn(2, sides: 8, first: 1)]) == nil)
        #expect(
            try finding([turn(1, first: 1), turn(2, sides: 8, first: 8)])?.entry.number
                == 2
        )
    }
}
