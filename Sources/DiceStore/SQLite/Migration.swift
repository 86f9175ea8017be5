/// A step from one schema to the next. One that was released never changes.
struct Migration {
    var name: String
    var sql: String
    /// What SQL cannot say, behind it and in the same transaction.
    var work: (@Sendable (inout Connection) throws -> Void)?
}

extension Connection {
    /// Takes the steps that the database has not taken, each in a transaction of its own, and writes down which.
    ///
    /// The names stand where GRDB's migrator kept them, which made the first stores.
    mutating func migrate(_ migrations: [Migration]) throws {
        let taken = try takenMigrations()
        for migration in migrations where !taken.contains(migration.name) {
            try transaction { connection in
                try connection.execute(
                    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                try connection.execute(migration.sql)
                try migration.work?(&connection)
                try connection.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", migration.name)
            }
        }
    }

    /// The names of the steps that the database has taken, those of newer programs among them.
    mutating func takenMigrations() throws -> [String] {
        guard try first("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'", read: { _ in true }) != nil else {
            return []
        }
        return try all("SELECT identifier FROM grdb_migrations") { $0.text(0) ?? "" }
    }
}
