import DiceModel
import DiceVerifying
import Forgeries
import Testing

/// Entries that are omitted, repeated, moved or renamed.
extension TamperTests {
    @Test("an omitted turn or throw is found", arguments: [0, 1, 2, 5, 8, 9, 10, 11])
    func leftOut(_ index: Int) throws {
        var entries = try SampleHistory.entries()
        entries.remove(at: index)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
    }

    @Test("an omitted turn is named")
    func named() throws {
        var entries = SampleHistory.chained(
            (1...4).map { .turn(SampleHistory.turn($0)) }
        )
        entries.remove(at: 2)
        let finding = try #require(HistoryVerifier.finding(entries))
        #expect("\(finding)" == "turn 3 of home: it is missing: the next entry is turn 4")
    }

    @Test("a repeated entry is found", arguments: 0..<16)
    func repeated(_ index: Int) throws {
        var entries = try SampleHistory.entries()
        let again = entries[index]
        entries.insert(again, at: index + 1)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
        entries.remove(at: index + 1)
        entries.append(again)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
    }

    /// Entries of the same table; those of two tables may be in any order.
    @Test(
        "reordered entries are found",
        arguments: [(0, 2), (0, 3), (2, 3), (0, 4), (4, 8), (10, 11), (1, 5), (3, 12)]
    )
    func reordered(_ one: Int, _ other: Int) throws {
        var entries = try SampleHistory.entries()
        entries.swapAt(one, other)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.renumbered(entries)) != nil)
    }

    @Test("a changed table name is found in one entry or in all")
    func renamed() throws {
        let entries = try SampleHistory.entries()
        func renamed(_ entry: HistoryEntry) -> HistoryEntry {
            switch entry {
            case .turn(var turn):
                if turn.table == "home" {
                    turn.table = "Home"
                }
                return .turn(turn)
            case .thrown(var result):
                result.table = "Home"
                return .thrown(result)
            case .corrected, .rested: return entry
            }
        }
        for index in entries.indices where index % 4 != 1 {
            var changed = entries
            changed[index] = renamed(entries[index])
            #expect(HistoryVerifier.finding(changed) != nil, "\(index)")
        }
        #expect(HistoryVerifier.finding(entries.map(renamed)) != nil)
        // Even if the chain is computed anew, the faces reveal the change, because they depend on
        // the name.
        #expect(
            HistoryVerifier.finding(SampleHistory.chained(entries.map(renamed))) != nil
        )
    }

    @Test("a turn moved to another table is found")
    func moved() throws {
        var entries = try SampleHistory.entries()
        var turn = try #require(entries[SampleHistory.places.turn].turn)
        turn.table = "away"
        entries[9] = .turn(turn)
        #expect(HistoryVerifier.finding(entries) != nil)
        #expect(HistoryVerifier.finding(SampleHistory.chained(entries)) != nil)
    }
}
