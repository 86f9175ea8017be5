import CSQLite

/// A connection to a database file, closed when it goes.
///
/// While the rows of a statement are read, the connection is borrowed: the compiler refuses any
/// other use of it.
struct SQLiteConnection: ~Copyable {
    enum Access {
        case readOnly
        /// Makes the file if it is missing.
        case readWrite
        /// Takes no lock and makes no file: for a file that nobody changes, without a write-ahead
        /// log.
        case immutable
        /// Locks everybody out and leaves the write-ahead log as it is; SQLite needs no file for
        /// what it knows of the log.
        case alone
    }

    let handle: OpaquePointer
    /// Each prepared once, by its text.
    private var statements: [String: Statement]
    /// What was set last; nil if nothing was.
    private var durability: Durability?

    /// Foreign keys are not enforced, and a text needs single quotes.
    ///
    /// - Parameter patience: how long a call waits for another program's lock.
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

    /// The path as sqlite.org/uri.html has it, with every byte escaped.
    private static func uri(_ path: String) -> String {
        path.utf8.reduce(into: "file:") {
            $0 += ($1 < 16 ? "%0" : "%") + String($1, radix: 16)
        }
    }

    deinit {
        // The statements, which go next, are waited for.
        sqlite3_close_v2(handle)
    }

    /// Lets calls wait for another program's lock no longer than this from now on.
    func setPatience(_ patience: Duration) {
        sqlite3_busy_timeout(handle, Self.milliseconds(patience))
    }

    private static func milliseconds(_ time: Duration) -> Int32 {
        Int32(clamping: Int64(time / .milliseconds(1)))
    }

    /// Sets whether the commits from now on survive a loss of power, or the end of the process
    /// alone.
    mutating func setDurability(_ wanted: Durability) throws(SQLiteError) {
        guard durability != wanted else { return }
        // Not kept prepared, as SQLite may obey while it prepares.
        try execute("PRAGMA synchronous = \(wanted.rawValue)")
        durability = wanted
    }

    /// Interrupts `body` with `SQLITE_INTERRUPT` once it has taken more than so many million steps
    /// of SQLite's machine.
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

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs any number of statements, prepared for this once; their rows are dropped.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    }

    /// Runs one statement to its end; its rows are dropped.
    mutating func run(_ sql: String, _ values: any Bindable...) throws {
        try run(sql, values: values)
    }

    mutating func run(_ sql: String, values: [any Bindable]) throws {
        try query(sql, values) { rows in while try rows.next() != nil {} }
    }

    /// The first row of one statement as `read` takes it; nil if there is no row.
    mutating func first<Value>(
        _ sql: String,
        _ values: any Bindable...,
        read: (SQLiteRow) throws -> Value
    ) throws -> Value? {
        try query(sql, values) { rows in try rows.next().map(read) }
    }

    /// Every row of one statement as `read` takes it.
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

    /// Runs one statement as far as `read` asks for its rows, which must not outlive the call.
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
    /// Runs `body` in a transaction, which may write from its beginning. If anything throws,
    /// nothing of it remains.
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
            // After some errors SQLite has rolled back already.
            if sqlite3_get_autocommit(handle) == 0 {
                try? execute("ROLLBACK")
            }
            throw error
        }
    }
}
