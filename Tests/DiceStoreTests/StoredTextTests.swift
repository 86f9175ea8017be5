import DiceModel
import DiceProof
import Foundation
import Testing

@testable import DiceStore
@testable import DiceTable

/// Stored texts are read unchanged, whatever they contain.
@Suite struct StoredTextTests {
    /// 64 characters of five scalars each: 2.0.0 accepted the remark, stored it and could not read
    /// it again.
    private static let remark = String(
        repeating: "e\u{301}\u{301}\u{301}\u{301}",
        count: 64
    )
    private static let texts = [
        remark, String(repeating: "x", count: 70_000), "\u{1B}[2J\n\u{202E}", "\u{301}",
        "👩‍👧 שלום \"\\",
        "e" + String(repeating: "\u{301}", count: 300),
    ]

    @Test("an entry is read regardless of the length of its texts", arguments: texts.indices)
    func anEntryIsReadHoweverLongItsTextsAre(
        _ index: Int
    )
        async throws
    {
        let text = Self.texts[index]
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            let seeds = [1, 2].map {
                SeedSource.derived(from: 1).seed(table: "default", throw: $0)
            }
            var table = StoredTable(new: .default, sides: [6], seeds: .derived(from: 1))
            table.settings.players = [text]
            table.settings.up = text
            try await store.create(table)
            let result = ThrowResult(
                table: "default",
                number: 1,
                expression: "d6[\(text)]",
                by: text,
                label: text,
                outcome: .completed,
                total: 4,
                meaning: ThrowMeaning(result: text),
                dice: [ThrowDie(die: 1, sides: 6, value: 4, kept: true, flags: [])],
                text: text,
                faces: [4],
                proof: EntryProof(commitment: seeds[0].commitment, edition: 4)
            )
            _ = try await store.add(
                StoredThrow(
                    result: result,
                    sides: [6],
                    seed: seeds[0],
                    nextSeed: seeds[1]
                ),
                at: Timestamp(millisecondsSinceEpoch: 1)
            )
            try await check(store, text)
            try FileManager.default.createDirectory(
                atPath: folder + "/copy",
                withIntermediateDirectories: true
            )
            _ = try await store.backup(
                to: folder + "/copy/diced.sqlite",
                replacing: false
            )
            try await store.close()
            // Read by a start and by a restore of a backup.
            for name in ["state", "copy"] {
                #expect(try StoreCheck.problems(directory: folder + "/" + name) == [])
                let again = try SQLiteStore(directory: folder + "/" + name)
                try await check(again, text)
                try await again.close()
            }
        }
    }

    private func check(_ store: SQLiteStore, _ text: String) async throws {
        let page = try await store.history(HistoryQuery(.all, kind: .throw))
        #expect(page.damaged == nil)
        #expect(page.entries.count == 1)
        guard case .thrown(let thrown)? = page.entries.first else { return }
        #expect(thrown.label == text)
        #expect(thrown.by == text)
        #expect(thrown.text == text)
        #expect(thrown.meaning.result == text)
        let table = try await store.table(.default)
        #expect(table?.settings.players == [text])
        #expect(table?.settings.up == text)
        #expect(try await store.playerNames() == [text])
    }
}
