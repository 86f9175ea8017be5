import DiceModel
import DiceVerifying
import Forgeries
import Testing

/// Entries are checked by the rules of their edition.
struct OlderEntryTests {
    private func finding(_ thrown: ThrowResult) -> Finding? {
        HistoryVerifier.finding(SampleHistory.chained([.thrown(thrown)]))
    }

    @Test("a history with older entries before newer ones is valid")
    func both() throws {
        let older = try SampleHistory.entries(nil)
        #expect(HistoryVerifier.finding(older) == nil)
        let newer = try SampleHistory.entries()
        #expect(
            HistoryVerifier.finding(
                SampleHistory.chained(Array(older[..<8]) + Array(newer[8...]))
            )
                == nil
        )
        let reversed = SampleHistory.chained(Array(newer[..<8]) + Array(older[8...]))
        #expect(HistoryVerifier.finding(reversed)?.reason == .missingEdition)
    }

    @Test("older chain hashes do not cover absent contributors and their reasons")
    func absent() throws {
        var entries = try SampleHistory.entries(nil)
        guard case .turn(var turn) = entries[0] else { return }
        turn.rolls[1].absent = ["cy"]
        entries[0] = .turn(turn)
        #expect(HistoryVerifier.finding(entries) == nil)
        turn.rolls[1].absent = nil
        entries[0] = .turn(turn)
        #expect(HistoryVerifier.finding(entries)?.entry.number == 1)
    }

    @Test(
        "older entries may have more steps and longer texts",
        arguments: [
            "300x(1d1\(String(repeating: "+1", count: 90)))",
            "500x(1d6[fireball]+1d6[frost])",
        ]
    )
    func longer(_ expression: String) throws {
        var thrown = try SampleHistory.thrown(1, nil, expression)
        #expect(thrown.outcome == .completed)
        #expect(thrown.text.utf8.count > 5_000)
        #expect(finding(thrown) == nil)
        thrown.edition = 3
        #expect(finding(thrown) != nil)
    }

    @Test(
        "an older expression is read with its own grammar",
        arguments: [
            ("6d6k>=3", "= 1"),
            ("2d6>=7", "= 0"),
            ("{2d6+3}>=1", "3*} = 1"),
            ("4d6k>=3+{2d4,d6}kh1>=2", "= "),
        ]
    )
    func otherwise(_ expression: String, _ end: String) throws {
        for edition in [nil, 3] {
            var thrown = try SampleHistory.thrown(1, edition, expression)
            #expect(
                finding(thrown) == nil && thrown.text.contains(end),
                "\(thrown.text)"
            )
            thrown.edition = 4
            #expect(finding(thrown) != nil)
        }
    }

    @Test(
        "older floating-point totals may differ by a millionth, today's must be exact"
    )
    func floating() throws {
        let expression = "1d1/10+1d1/10+1d1/10"
        var thrown = try SampleHistory.thrown(1, nil, expression)
        for told in ["0.3", "0.30000000000000004", "3e-1"] {
            thrown.total = Double(told)
            thrown.text = "\(expression): 1 / 10 + 1 / 10 + 1 / 10 = \(told)"
            #expect(finding(thrown) == nil, "\(told)")
        }
        for text in ["0.31", "0.3.0", "0.3 ", "0", "1e-1"] {
            thrown.text = "\(expression): 1 / 10 + 1 / 10 + 1 / 10 = \(text)"
            #expect(finding(thrown)?.reason == .throwText, "\(text)")
        }
        thrown.total = 0.31
        #expect(finding(thrown)?.reason == .throwTotal)
        var newer = try SampleHistory.thrown(1, 3, expression)
        #expect(finding(newer) == nil)
        newer.total = newer.total.map { $0 == 0.3 ? 0.30000000000000004 : 0.3 }
        #expect(finding(newer) != nil)
    }
}
