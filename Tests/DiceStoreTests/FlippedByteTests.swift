import DiceModel
import DiceTable
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceStore

/// Tests files in which one byte has changed.
@Suite struct FlippedByteTests {
    private static let names = (0..<8).map { "table\($0)" }

    /// Creates a closed store with tables, open turns and history.
    private func makeStore(_ folder: String) async throws -> String {
        let store = try SQLiteStore(directory: folder)
        for name in Self.names {
            let table = StoredTable(
                new: try TableName(valid: name),
                sides: Array(repeating: 6, count: 80)
            )
            try await store.create(table)
            for turn in 1...4 {
                for roll in 1...3 {
                    try await store.saveRoll(of: table, roll)
                }
                if turn < 4 {
                    _ = try await store.endTurn(table.ending, leaving: table)
                }
            }
        }
        try await store.close()
        return store.file
    }

    /// Checks that the store is rejected and stays unchanged, or that the store works and reports
    /// its damage.
    private func use(_ folder: String, _ file: String) async throws {
        let before = bytes(file)
        let store: SQLiteStore
        do {
            store = try SQLiteStore(directory: folder)
        } catch {
            #expect(error.kind != .held && error.description.contains(file), "\(error)")
            #expect(bytes(file) == before)
            return
        }
        for name in try await store.names() {
            // All errors have the same type, whose message says what to do.
            if var table = (try? await store.table(name)) ?? nil {
                #expect(table.dice.allSatisfy { (1...$0.sides).contains($0.value) })
                table.rollCount += 1
                try? await store.save(table, adding: table.roll(table.rollCount))
                _ = try? await store.endTurn(table.ending, leaving: table)
            }
            if let page = try? await store.history(
                HistoryQuery(of: name, limit: 100, before: nil)
            ) {
                #expect(
                    page.turns.allSatisfy {
                        $0.total >= 0 && $0.table == name.description
                    }
                )
            }
        }
        _ = try? await store.summaries()
        try? await store.close()
    }

    @Test("a store with bytes flipped at random places is handled safely") func atRandomPlaces()
        async throws
    {
        try await withFolder { folder in
            let file = try await makeStore(folder + "/good")
            let good = try #require(FileManager.default.contents(atPath: file))
            var random = Seeded(state: Soak.seed)
            for number in 0..<Soak.size(60, long: 5_000) {
                let state = "\(folder)/\(number)"
                var data = good
                // Each page in turn, so that every page is covered.
                let page = number % (data.count / 4_096)
                let place = page * 4_096 + Int.random(in: 0..<4_096, using: &random)
                data[place] ^= UInt8.random(in: 1...255, using: &random)
                try FileManager.default.createDirectory(
                    atPath: state,
                    withIntermediateDirectories: true
                )
                let copy = state + "/" + SQLiteStore.fileName
                try #require(
                    FileManager.default.createFile(atPath: copy, contents: data)
                )
                try await use(state, copy)
                try FileManager.default.removeItem(atPath: state)
            }
        }
    }
}
