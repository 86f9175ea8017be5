import CSQLite

/// A connection to a database file, closed when the value is destroyed.
///
/// While a statement's rows are read, the connection is borrowed, and the compiler rejects any
/// other use of it.
struct SQLiteConnection: ~Copyable {
    enum Access {
        case readOnly
        /// Creates the file if it is missing.
        case readWrite
        /// Takes no lock and creates no file; for a file that has no write-ahead log and that no
        /// program is changing.
        case immutable
        /// Locks out all other programs and leaves the write-ahead log unchanged; SQLite keeps the
        /// log's index in memory instead of a file.
        case alone
    }

    let handle: OpaquePointer
    /// Prepared statements by their text.
    private var statements: [String: Statement]
    /// The current durability setting; `nil` until one is set.
    private var durability: Durability?

    /// Opens a database. Foreign keys are not enforced, and text needs single quotes.
    ///
    /// - Parameter patience: The maximum wait of a call for another program's lock.
    init(_ path: String, _ mode: Access = .readWrite, patience: Duration = .zero)
        throws(SQLiteError)
    {
        let access =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .alone: SQLITE_OPEN_READWRITE
            }
        var opened: OpaquePointer?
        let name = mode == .immutable ? Self.uri(path) + "?immutable=1" : path
        let code = sqlite3_open_v2(
            name,
            &opened,
            access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
            nil
        )
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw SQLiteError(code)
        }
        handle = opened
        statements = [:]
        sqlite3_busy_timeout(handle, Self.milliseconds(patience))
        csqlite_be_strict(handle)
        if mode == .alone {
            csqlite_be_alone(handle)
        }
    }

    /// Returns the path as a URI (sqlite.org/uri.html) with every byte escaped.
    private static func uri(_ path: String) -> String {
        path.utf8.reduce(into: "file:") {
            $0 += ($1 < 16 ? "%0" : "%") + String($1, radix: 16)
        }
    }

    deinit {
        // Closes when the statements, which are destroyed next, are finalized.
        sqlite3_close_v2(handle)
    }

    /// Sets the maximum time for which calls wait for another program's lock.
    func setPatience(_ patience: Duration) {
        sqlite3_busy_timeout(handle, Self.milliseconds(patience))
    }

    private static func milliseconds(_ time: Duration) -> Int32 {
        Int32(clamping: Int64(time / .milliseconds(1)))
    }

    /// Sets the events that later commits survive.
    mutating func setDurability(_ wanted: Durability) throws(SQLiteError) {
        guard durability != wanted else { return }
        // Not cached, because SQLite may execute the pragma while preparing it.
        try execute("PRAGMA synchronous = \(wanted.rawValue)")
        durability = wanted
    }

    /// Interrupts `body` with `SQLITE_INTERRUPT` after this many million steps of SQLite's virtual
    /// machine.
    mutating func limited<Value>(
        to steps: Int,
        _ body: (inout SQLiteConnection) throws -> Value
    )
        rethrows -> Value
    {
        var left = steps
        return try withUnsafeMutablePointer(to: &left) { left in
            csqlite_limit_steps(handle, left)
            defer {
                csqlite_limit_steps(handle, nil)
            }
            return try body(&self)
        }
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs any number of statements without caching them; discards their rows.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    }

    /// Runs one statement to its end; discards its rows.
    mutating func run(_ sql: String, _ values: any Bindable...) throws {
        try run(sql, values: values)
    }

    mutating func run(_ sql: String, values: [any Bindable]) throws {
        try query(sql, values) { rows in while try rows.next() != nil {} }
    }

    /// Returns the first row of one statement, converted by `read`; `nil` if there is no row.
    mutating func first<Value>(
        _ sql: String,
        _ values: any Bindable...,
        read: (SQLiteRow) throws -> Value
    ) throws -> Value? {
        try query(sql, values) { rows in try rows.next().map(read) }
    }

    /// Returns every row of one statement, converted by `read`.
    mutating func all<Value>(
        _ sql: String,
        _ values: any Bindable...,
        read: (SQLiteRow) throws -> Value
    ) throws -> [Value] {
        try all(sql, values: values, read: read)
    }

    mutating func all<Value>(
        _ sql: String,
        values: [any Bindable],
        read: (SQLiteRow) throws -> Value
    ) throws -> [Value] {
        try query(sql, values) { rows in
            var all: [Value] = []
            while let row = try rows.next() {
                all.append(try read(row))
            }
            return all
        }
    }

    /// Runs one statement for as long as `read` requests rows. The rows must not outlive the call.
    mutating func query<Value>(
        _ sql: String,
        _ values: [any Bindable],
        read: (Statement) throws -> Value
    ) throws -> Value {
        let statement = try prepared(sql)
        defer {
            statement.reset()
        }
        try statement.bind(values)
        return try read(statement)
    }

    private mutating func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] {
            return statement
        }
        let statement = try Statement(sql, on: handle)
        statements[sql] = statement
        return statement
    }
}

extension SQLiteConnection {
    /// Runs `body` in a write transaction, which is rolled back if anything throws.
    mutating func transaction<Value>(_ body: (inout SQLiteConnection) throws -> Value)
        throws
        -> Value
    {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body(&self)
            try run("COMMIT")
            return value
        } catch {
            // SQLite rolls back by itself after some errors.
            if sqlite3_get_autocommit(handle) == 0 {
                try? execute("ROLLBACK")
            }
            throw error
        }
    }
}
