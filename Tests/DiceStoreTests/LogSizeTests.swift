import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// The write-ahead log beside the database.
@Suite struct LogSizeTests {
    private let table = StoredTable(
        new: .default,
        sides: Array(repeating: 6, count: 1_000)
    )

    @Test("a log that grew because of a reader is shortened") func whatAReaderMadeLongIsShortened()
        async throws
    {
        try await withStore { store in
            func logSize() throws -> Int {
                try #require(bytes(store.file)[1]).count
            }
            try await store.create(table)
            #expect(await store.tidy())
            var reader: SQLiteConnection? = try SQLiteConnection(store.file, .readOnly)
            try reader?.execute("BEGIN; SELECT COUNT(*) FROM tables")
            var number = 0
            while try logSize() <= OpenDatabase.logSize {
                for _ in 1...100 {
                    number += 1
                    try await store.saveRoll(of: table, number)
                }
            }
            #expect(await !store.tidy(), "it is still read")
            _ = reader.take()
            #expect(await store.tidy())
            #expect(try logSize() <= OpenDatabase.logSize)
            #expect(try await store.tables() == [table.rolled(number)])
        }
    }
}
