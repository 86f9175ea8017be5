import CSQLite
import Testing

@testable import DiceStore

/// The thin layer over SQLite's C interface.
@Suite struct SQLiteTests {
    @Test(
        "a text is read back as it was bound",
        arguments: [
            "", " ", "a", "a\0b", "\0", "Zoë 🎲", "'); DROP TABLE t; --",
            String(repeating: "é", count: 500_000),
        ]
    )
    func aTextIsReadAsItWasBound(text: String) throws {
        var connection = try SQLiteConnection(":memory:")
        let found = try connection.first(
            #"SELECT ? AS "value", length(CAST(? AS BLOB)), typeof(?)"#,
            text,
            text,
            text
        ) {
            ($0.text("value"), $0.integer(1), $0.text(2), $0.size("value"))
        }
        #expect(
            try #require(found) == (
                text, Int64(text.utf8.count), "text", text.utf8.count
            )
        )
    }

    @Test(
        "an integer is read back as it was bound",
        arguments: [.min, -1, 0, 1, Int64(Int32.max) + 1, .max] as [Int64]
    )
    func anIntegerIsReadAsItWasBound(number: Int64) throws {
        var connection = try SQLiteConnection(":memory:")
        let found = try connection.first(
            "SELECT ?, CAST(? AS TEXT), ?",
            number,
            number,
            Int(number)
        ) {
            ($0.integer(0), $0.text(1), $0.integer(2))
        }
        #expect(try #require(found) == (number, "\(number)", number))
    }

    @Test(
        "a value that is neither text nor integer reads as neither",
        arguments: ["NULL", "x''", "x'61'", "1.5"]
    )
    func whatIsNeitherTextNorIntegerReadsAsNeither(literal: String) throws {
        var connection = try SQLiteConnection(":memory:")
        let found = try connection.first("SELECT \(literal) AS value") {
            ($0.text("value"), $0.integer("value"))
        }
        #expect(try #require(found) == (nil, nil))
    }

    @Test("a value of one type does not read as another") func noTypeReadsAsAnother() throws {
        var connection = try SQLiteConnection(":memory:")
        let found = try connection.first("SELECT '12' AS text, 12 AS number") {
            (
                $0.integer("text"), $0.text("number"), $0.text("nothing"),
                $0.size("nothing")
            )
        }
        #expect(try #require(found) == (nil, nil, nil, 0))
    }

    @Test("a text that is not valid UTF-8 is repaired") func aTextThatIsNotUTF8IsMended() throws {
        var connection = try SQLiteConnection(":memory:")
        #expect(
            try connection.first("SELECT CAST(x'61FF62' AS TEXT)") { $0.text(0) }
                == "a\u{FFFD}b"
        )
    }

    @Test(
        "an error has the extended code and the message of SQLite",
        arguments: [
            ("INSERT INTO t VALUES (1, 'b')", 1_555, "UNIQUE constraint failed: t.id"),
            ("INSERT INTO t VALUES (2, NULL)", 1_299, "NOT NULL constraint failed: t.name"),
            (
                "INSERT INTO t VALUES ('x', 'b')", 3_091,
                "cannot store TEXT value in INT column t.id"
            ),
            (#"SELECT "nme" FROM t"#, 1, "no such column: nme"),
            ("SELEC", 1, #"near "SELEC": syntax error"#),
        ]
    )
    func anErrorHasTheExtendedCodeAndTheWordsOfSQLite(
        sql: String,
        code: Int32,
        message: String
    )
        throws
    {
        var connection = try Self.made()
        let error = #expect(throws: SQLiteError.self) { try connection.run(sql) }
        #expect(error?.code == code)
        #expect(error?.primaryCode == code & 0xFF)
        #expect(error?.message == message)
        #expect(throws: SQLiteError(code, message)) { try connection.execute(sql) }
    }

    @Test("a file that cannot be opened is an error") func aFileThatCannotBeOpenedIsAnError() throws
    {
        #expect(throws: SQLiteError(SQLITE_CANTOPEN, "unable to open database file")) {
            _ = try SQLiteConnection("/nowhere/at/all.sqlite")
        }
    }

    @Test("a read-only database cannot be written") func whatIsReadOnlyCannotBeWritten()
        async throws
    {
        try await withFolder { folder in
            try raw(folder + "/a.sqlite", "CREATE TABLE t (id)")
            var connection = try SQLiteConnection(folder + "/a.sqlite", .readOnly)
            let error = #expect(throws: SQLiteError.self) {
                try connection.run("INSERT INTO t VALUES (1)")
            }
            #expect(error?.primaryCode == SQLITE_READONLY)
            #expect(throws: SQLiteError.self) {
                _ = try SQLiteConnection(folder + "/b.sqlite", .readOnly)
            }
        }
    }

    @Test("a statement is prepared once and usable after an error")
    func aStatementIsPreparedOnceAndUsableAfterAnError() throws {
        var connection = try Self.made()
        let insert = "INSERT INTO t VALUES (?, ?)"
        for id in 1...3 {
            #expect(throws: SQLiteError.self) { try connection.run(insert, 1, "again") }
            try connection.run(insert, id * 10, "new \(id)")
            // The first row comes from `made()`.
            #expect(connection.changes == 1)
            #expect(connection.lastInsertedID == Int64(id + 1))
        }
        let select = "SELECT name FROM t ORDER BY id"
        #expect(
            try connection.all(select) { $0.text(0) } == [
                "a", "new 1", "new 2", "new 3",
            ]
        )
        #expect(connection.runs == [insert: 6, select: 1])
    }

    @Test("a statement that was left half read starts again")
    func aStatementThatWasLeftHalfReadBeginsAgain() throws {
        struct Enough: Error {}
        var connection = try Self.made()
        let numbers =
            "SELECT value FROM (SELECT 1 AS value UNION SELECT 2 UNION SELECT 3)"
        for _ in 1...2 {
            #expect(try connection.first(numbers) { $0.integer(0) } == 1)
            #expect(throws: Enough.self) {
                try connection.all(numbers) { _ in throw Enough() }
            }
        }
        #expect(try connection.all(numbers) { $0.integer(0) } == [1, 2, 3])
        try connection.transaction {
            _ = try $0.first("SELECT id FROM t UNION SELECT 9") { $0.integer(0) }
        }
    }

    @Test("a statement keeps no value of its last run") func aStatementKeepsNoValueOfItsLastRun()
        throws
    {
        var connection = try SQLiteConnection(":memory:")
        #expect(try connection.first("SELECT ?", "kept") { $0.text(0) } == "kept")
        let count = #expect(throws: SQLiteError.self) { try connection.run("SELECT ?") }
        #expect(count?.primaryCode == SQLITE_MISUSE)
        #expect(throws: SQLiteError.self) { try connection.run("SELECT ?", 1, 2) }
    }

    @Test("a statement follows changes of the schema") func aStatementFollowsTheSchema()
        async throws
    {
        try await withFolder { folder in
            try raw(
                folder + "/a.sqlite",
                "CREATE TABLE t (id)",
                "INSERT INTO t VALUES (1)"
            )
            var connection = try SQLiteConnection(folder + "/a.sqlite")
            #expect(try connection.first("SELECT * FROM t") { $0.integer("id") } == 1)
            try raw(
                folder + "/a.sqlite",
                "DROP TABLE t",
                "CREATE TABLE t (b, id)",
                "INSERT INTO t VALUES (2, 3)"
            )
            #expect(try connection.first("SELECT * FROM t") { $0.integer("id") } == 3)
        }
    }

    @Test(
        "text that is not exactly one statement is refused",
        arguments: ["", " -- nothing", "SELECT 1; SELECT 2", "SELECT 1; "]
    )
    func whatIsNotOneStatementIsRefused(sql: String) throws {
        var connection = try SQLiteConnection(":memory:")
        let error = #expect(throws: SQLiteError.self) { try connection.run(sql) }
        #expect(error?.code == SQLITE_MISUSE)
    }

    @Test("a transaction that throws leaves no changes") func aTransactionThatThrowsLeavesNothing()
        throws
    {
        struct Enough: Error {}
        var connection = try Self.made()
        #expect(throws: Enough.self) {
            try connection.transaction { connection in
                try connection.run("DELETE FROM t")
                throw Enough()
            }
        }
        #expect(try connection.all("SELECT name FROM t") { $0.text(0) } == ["a"])
    }

    @Test("a nested transaction is refused and ends both")
    func aTransactionWithinAnotherIsRefusedAndEndsBoth() throws {
        var connection = try Self.made()
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction { connection in
                try connection.run("DELETE FROM t")
                try connection.transaction { _ in }
            }
        }
        #expect(error?.message == "cannot start a transaction within a transaction")
        try connection.transaction { try $0.run("INSERT INTO t VALUES (2, 'b')") }
        #expect(try connection.all("SELECT name FROM t") { $0.text(0) } == ["a", "b"])
    }

    @Test("an error that ends the transaction is reported")
    func anErrorThatEndsTheTransactionIsTold() throws {
        var connection = try Self.made()
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try $0.run("INSERT OR ROLLBACK INTO t VALUES (1, 'b')")
            }
        }
        #expect(error?.message == "UNIQUE constraint failed: t.id")
        try connection.transaction { try $0.run("DELETE FROM t") }
    }

    private static func made() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(":memory:")
        try connection.execute(
            """
            CREATE TABLE t (id INT PRIMARY KEY, name TEXT NOT NULL) STRICT;
            INSERT INTO t VALUES (1, 'a');
            """
        )
        return connection
    }
}

extension SQLiteConnection {
    /// The number of runs of each prepared statement.
    fileprivate var runs: [String: Int32] {
        var runs: [String: Int32] = [:]
        var statement = sqlite3_next_stmt(handle, nil)
        while let found = statement {
            runs[String(cString: sqlite3_sql(found)), default: 0] +=
                sqlite3_stmt_status(
                    found,
                    SQLITE_STMTSTATUS_RUN,
                    0
                )
            statement = sqlite3_next_stmt(handle, found)
        }
        return runs
    }
}
