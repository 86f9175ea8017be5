import Unix

/// The database's schema and the marks in its header.
///
/// Lists are compact JSON text and instants whole milliseconds since 1970. Nothing here can hold
/// animation state.
enum Schema {
    /// "dice" in ASCII: SQLite's `application_id`, which tells our files from others.
    static let applicationID = StoreFile.applicationID

    /// SQLite's `user_version` once a table has been created; 0 before.
    static let used: Int64 = 1

    /// The table that says which steps a database has taken.
    static let record = "grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
    static let recordObject = "table 'grdb_migrations'\nCREATE TABLE \(record)"

    /// The steps from an empty file to the present schema. The name of one after v13 says which
    /// release has it first, `v14 1.1.0`: programs that do not know the step tell that version.
    static let migrations = [
        Migration(
            name: "v1",
            sql: version1 + "PRAGMA application_id = \(applicationID);"
        ),
        Migration(
            name: "v2",
            sql: #"ALTER TABLE history ADD COLUMN "full" INTEGER NOT NULL DEFAULT 0"#
        ),
        Migration(
            name: "v3",
            sql: """
                ALTER TABLE tables ADD COLUMN players TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE tables ADD COLUMN up TEXT NOT NULL DEFAULT '';
                ALTER TABLE tables ADD COLUMN rollsPerTurn INTEGER NOT NULL DEFAULT 0;
                """
        ),
        Migration(
            name: "v4",
            sql: counts(entered: false),
            work: SQLiteStore.countHistory
        ),
        Migration(name: "v5", sql: throwing),
        Migration(
            name: "v6",
            sql:
                "CREATE TABLE savedRolls (name TEXT NOT NULL PRIMARY KEY, expression TEXT NOT NULL) STRICT, WITHOUT ROWID"
        ),
        Migration(
            name: "v7",
            sql: """
                ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT '';
                ALTER TABLE savedRolls ADD COLUMN owner TEXT NOT NULL DEFAULT '';
                """
        ),
        Migration(name: "v8", sql: seeds),
        Migration(
            name: "v9",
            sql: "ALTER TABLE openRoll ADD COLUMN reason TEXT NOT NULL DEFAULT ''"
        ),
        // 0 for an entry that does not tell its edition; that of a throw stands in its JSON.
        Migration(
            name: "v10",
            sql: "ALTER TABLE history ADD COLUMN edition INTEGER NOT NULL DEFAULT 0"
        ),
        Migration(name: "v11", sql: games),
        Migration(name: "v12", sql: secrets),
        // Text, because it comes back from it as it was.
        Migration(
            name: "v13",
            sql: "ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT '1'"
        ),
        Migration(name: "v14 2.0.0", sql: openTurns + counts(entered: true)),
        Migration(name: "v15 2.1.0", sql: digests),
        Migration(name: "v16 2.1.0", sql: removals + filters + storage),
    ]

    /// What a database holds once the first `count` steps are done, as `SQLiteConnection.objects`
    /// tells it.
    static func objects(after count: Int) throws -> Set<String> {
        var connection = try SQLiteConnection(":memory:")
        try connection.migrate(Array(migrations.prefix(count)))
        return try connection.objects()
    }

    /// Where the entries of a database are that has taken these steps.
    static func entries(after taken: [String]) -> String {
        taken.contains("v16 2.1.0") ? "entries" : "history"
    }

    /// The table that counts the faces that were drawn, or entered.
    static func faces(entered: Bool) -> String {
        entered ? "enteredFaces" : "faces"
    }

    /// How often each face came in the turns that have ended, as a list of a number for each face.
    private static func counts(entered: Bool) -> String {
        """
        CREATE TABLE \(faces(entered: entered)) (
            "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
            sides INTEGER NOT NULL,
            by TEXT NOT NULL,
            counts TEXT NOT NULL,
            PRIMARY KEY ("table", sides, by)
        ) STRICT, WITHOUT ROWID;
        """
    }

    /// A throw is one JSON text, in the open and in history: nothing asks for a part of it.
    private static let throwing = """
        ALTER TABLE tables ADD COLUMN throwCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE history ADD COLUMN thrown TEXT NOT NULL DEFAULT '';

        CREATE TABLE openThrow (
            "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            by TEXT NOT NULL,
            at INTEGER NOT NULL,
            thrown TEXT NOT NULL,
            -- Sides and face of each draw, by turns.
            faces TEXT NOT NULL,
            PRIMARY KEY ("table", number)
        ) STRICT, WITHOUT ROWID;
        """

    /// In hex; empty if there is none. The link of the last entry of a table is in `tables.chain`,
    /// because entries may be damaged, and a table may have none.
    private static let seeds = """
        -- Of the open turn and of the next throw; the commitment stays where a backup has left out the seed.
        ALTER TABLE tables ADD COLUMN commitment TEXT NOT NULL DEFAULT '';
        ALTER TABLE tables ADD COLUMN seed TEXT NOT NULL DEFAULT '';
        ALTER TABLE tables ADD COLUMN seeded INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN throwSeed TEXT NOT NULL DEFAULT '';
        ALTER TABLE tables ADD COLUMN throwSeeded INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN chain TEXT NOT NULL DEFAULT '';

        -- "-" of a roll from before there were seeds.
        ALTER TABLE openRoll ADD COLUMN entropy TEXT NOT NULL DEFAULT '-';
        ALTER TABLE openRoll ADD COLUMN reveals TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE openRoll ADD COLUMN absent TEXT NOT NULL DEFAULT '[]';

        ALTER TABLE openThrow ADD COLUMN seed TEXT NOT NULL DEFAULT '';

        ALTER TABLE history ADD COLUMN commitment TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN seed TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN seeded INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE history ADD COLUMN chain TEXT NOT NULL DEFAULT '';
        """

    /// Empty without a game; the document of the game apart from how far its match is, which each
    /// turn writes.
    private static let games = """
        ALTER TABLE tables ADD COLUMN game TEXT NOT NULL DEFAULT '';
        ALTER TABLE tables ADD COLUMN match TEXT NOT NULL DEFAULT '';

        -- The members of an entry that a game adds.
        ALTER TABLE history ADD COLUMN score TEXT NOT NULL DEFAULT '';

        CREATE TABLE matches (
            "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
            match INTEGER NOT NULL,
            record TEXT NOT NULL,
            PRIMARY KEY ("table", match)
        ) STRICT, WITHOUT ROWID;
        """

    /// Empty but of secret throws: what strangers are told, and the sides and faces to count once a
    /// throw is shown.
    private static let secrets = """
        ALTER TABLE openThrow ADD COLUMN ghost TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN ghost TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN faces TEXT NOT NULL DEFAULT '';
        """

    /// Whether dice are real ones, and those of a roll were. Of the open turn: whether it goes on
    /// with the locks of a full one, and the edition of its entry. A turn that has a roll keeps the
    /// third.
    private static let openTurns = """
        ALTER TABLE tables ADD COLUMN hand INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE openRoll ADD COLUMN entered INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN goesOn INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN edition INTEGER NOT NULL DEFAULT 3;
        UPDATE tables SET edition = 4 WHERE rollCount = 0;
        UPDATE tables SET goesOn = COALESCE(
            (SELECT "full" FROM history WHERE "table" = name AND kind = 'turn' ORDER BY id DESC LIMIT 1), 0);

        """

    /// The digest of an entry of the fifth edition; whether a turn was ended for a player who was
    /// away; whether a bot acted. A turn that has a roll keeps its edition. An entry of kind `rest`
    /// has the number of its match in `turn`, and the rest of its members in `score`.
    private static let digests = """
        ALTER TABLE history ADD COLUMN digest TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE history ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE openRoll ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
        UPDATE tables SET edition = 5 WHERE rollCount = 0;

        """

    /// Decides which rows of `history` and `matches` exist. A deletion or a pruning writes one row
    /// of `removals`; the rows themselves follow in steps (`SQLiteStore.removeStep`). Whoever reads
    /// entries reads the view `entries`.
    ///
    /// Ids are never used twice, so a new table of the same name has higher ones. Keys of other
    /// tables refer to `tables` but are not enforced: the rows of a deleted table remain for a
    /// while.
    private static let removals = """
        CREATE TABLE removals (
            "table" TEXT NOT NULL PRIMARY KEY,
            -- Everything up to this id is gone, as the table of this name was deleted.
            deleted INTEGER NOT NULL,
            -- Every entry up to this id is gone; of those after `deleted`, secret throws stay for table.show.
            last INTEGER NOT NULL,
            -- Every row up to this id has been removed that is to be removed.
            done INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Whether a hidden throw was shown after it was pruned: it stays as well.
        ALTER TABLE history ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;

        CREATE VIEW entries AS
            SELECT * FROM history WHERE NOT EXISTS (
                SELECT 1 FROM removals WHERE removals."table" = history."table" AND history.id <= removals.last);

        -- Throws that were hidden when they were pruned.
        CREATE VIEW prunedSecrets AS
            SELECT * FROM history WHERE (ghost <> '' OR shown = 1) AND EXISTS (
                SELECT 1 FROM removals WHERE removals."table" = history."table"
                    AND history.id <= removals.last AND history.id > removals.deleted);

        -- The id of the last entry of which the record knows; 0 of one from before there was this column.
        ALTER TABLE matches ADD COLUMN entry INTEGER NOT NULL DEFAULT 0;

        CREATE VIEW matchRecords AS
            SELECT * FROM matches WHERE NOT EXISTS (
                SELECT 1 FROM removals WHERE removals."table" = matches."table"
                    AND removals.deleted > 0 AND matches.entry <= removals.deleted);

        -- What was archived and pruned; 0 and empty if nothing was.
        ALTER TABLE tables ADD COLUMN archivedEntries INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN archivedLast INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN archivedChain TEXT NOT NULL DEFAULT '';
        ALTER TABLE tables ADD COLUMN archivedAt INTEGER NOT NULL DEFAULT 0;

        """

    /// How many ids a row of `spans` is for.
    static let spanSize: Int64 = 1_024

    /// Indexes of the filters of history. Entries are in the order of their ids, and clocks go
    /// back: no index of instants has that order. Each row of `spans` has the first and the last
    /// instant of 1,024 ids, so a search skips the others.
    private static let filters = """
        CREATE INDEX historyOfKind ON history ("table", kind);
        CREATE INDEX historyOfPlayer ON history ("table", by, kind);

        CREATE TABLE spans (
            block INTEGER PRIMARY KEY,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL
        ) STRICT;
        INSERT INTO spans SELECT id / \(spanSize), min(endedAt), max(endedAt) FROM history GROUP BY id / \(spanSize);
        CREATE TRIGGER spanOfEntry AFTER INSERT ON history BEGIN
            INSERT INTO spans (block, first, last) VALUES (new.id / \(spanSize), new.endedAt, new.endedAt)
                ON CONFLICT (block) DO UPDATE
                SET first = min(first, excluded.first), last = max(last, excluded.last);
        END;

        """

    /// What each player keeps in history, in bytes, in a table that every change of `history` keeps
    /// right. An entry counts its texts and what a row has besides; of a secret throw, which must
    /// tell nothing of its faces, what it may take at most.
    private static let storage = """
        ALTER TABLE history ADD COLUMN most INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE openThrow ADD COLUMN most INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE storage (
            by TEXT NOT NULL PRIMARY KEY,
            bytes INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO storage SELECT by, SUM(\(size(of: "history"))) FROM history GROUP BY by;
        CREATE TRIGGER storageOfEntry AFTER INSERT ON history BEGIN
            INSERT INTO storage (by, bytes) VALUES (new.by, \(size(of: "new")))
                ON CONFLICT (by) DO UPDATE SET bytes = bytes + excluded.bytes;
        END;
        CREATE TRIGGER storageOfChange AFTER UPDATE OF rolls, dice, thrown, ghost, faces, score, most ON history BEGIN
            UPDATE storage SET bytes = bytes - \(size(of: "old")) + \(size(of: "new")) WHERE by = new.by;
        END;
        CREATE TRIGGER storageGivenBack AFTER DELETE ON history BEGIN
            UPDATE storage SET bytes = bytes - \(size(of: "old")) WHERE by = old.by;
        END;

        """

    /// The bytes that a row of `history` counts, in SQL. Hashes, ids and instants take some 400.
    private static func size(of row: String) -> String {
        let texts = ["rolls", "dice", "thrown", "ghost", "faces", "score"].map {
            "length(CAST(\(row).\($0) AS BLOB))"
        }
        return
            "IIF(\(row).most > 0, \(row).most, 400 + \(texts.joined(separator: " + ")))"
    }

    private static let version1 = """
        CREATE TABLE tables (
            name TEXT NOT NULL PRIMARY KEY,
            turn INTEGER NOT NULL,
            rollCount INTEGER NOT NULL,
            dice TEXT NOT NULL
        ) STRICT;

        -- The rolls of open turns: one row each, so that a roll costs one insert however long the turn is.
        CREATE TABLE openRoll (
            "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
            roll INTEGER NOT NULL,
            by TEXT NOT NULL,
            at INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            rolled TEXT NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY ("table", roll)
        ) STRICT, WITHOUT ROWID;

        -- Ids are never used twice, whatever is deleted.
        CREATE TABLE history (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL DEFAULT 'turn',
            "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
            turn INTEGER NOT NULL,
            endedAt INTEGER NOT NULL,
            by TEXT NOT NULL,
            rolls TEXT NOT NULL,
            dice TEXT NOT NULL,
            total INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX historyOfTable ON history ("table", id);

        """
}

/// A step from one schema to the next. One that was released never changes.
struct Migration {
    var name: String
    var sql: String
    /// What SQL cannot say, after it and in the same transaction.
    var work: (@Sendable (inout SQLiteConnection) throws -> Void)?

    /// The SQL of `steps` for an empty file. A column that is added to one of their tables, which
    /// are strict, stands in it from the beginning, where SQLite would put it: whenever one is
    /// added, SQLite reads the whole schema again.
    static func script(_ steps: [Migration]) -> String {
        var added = [Substring: String]()
        var lines = [String]()
        var table = Substring()
        for line in steps.flatMap({ ($0.sql + ";").split(separator: "\n") }) {
            let words = line.split(separator: " ", maxSplits: 5)
            if words.count == 6, words[4] == "COLUMN" {
                added[words[2], default: ""] += ", " + words[5].prefix { $0 != ";" }
            } else {
                lines.append(String(line))
            }
        }
        for (place, line) in lines.enumerated() {
            if line.hasPrefix("CREATE TABLE ") {
                table = line.split(separator: " ")[2]
            }
            let isKey = line.hasPrefix("    PRIMARY KEY ")
            guard isKey || line.contains(") STRICT"),
                let columns = added.removeValue(forKey: table)
            else { continue }
            lines[place] =
                isKey
                ? columns.dropFirst(2) + "," + line
                : line.replacing(") STRICT", with: columns + ") STRICT")
        }
        return lines.joined(separator: "\n")
    }
}

extension SQLiteConnection {
    /// Takes the steps that the database has not taken, all or none, and writes down which. A new
    /// store is synced once, not for each step.
    ///
    /// The names are in the table in which GRDB's migrator kept them, which made the first stores.
    mutating func migrate(_ migrations: [Migration]) throws {
        let taken = try takenMigrations()
        let steps = migrations.filter { !taken.contains($0.name) }
        guard !steps.isEmpty else { return }
        try transaction { connection in
            try connection.execute("CREATE TABLE IF NOT EXISTS \(Schema.record)")
            if taken.isEmpty {
                try connection.execute(Migration.script(steps))
            }
            for migration in steps {
                if !taken.isEmpty {
                    try connection.execute(migration.sql)
                }
                try migration.work?(&connection)
                try connection.run(
                    "INSERT INTO grdb_migrations (identifier) VALUES (?)",
                    migration.name
                )
            }
        }
    }

    /// The names of the steps that the database has taken, those of newer programs among them.
    mutating func takenMigrations() throws -> [String] {
        // Nothing else of that name is read.
        guard try objects().contains(Schema.recordObject) else { return [] }
        return try all("SELECT identifier FROM grdb_migrations") { $0.text(0) ?? "" }
    }

    /// Tables, indexes and all else that has been made here, each as `table 'tables'` and, on a
    /// line of its own, the SQL that makes it; what SQLite makes by itself is left out.
    mutating func objects() throws -> Set<String> {
        let rows = try all("SELECT type, name, sql FROM sqlite_master") { row in
            (row.text(0) ?? "", row.text(1) ?? "", row.text(2))
        }
        return Set(
            rows.filter { type, name, sql in
                !name.hasPrefix("sqlite_") || sql != nil && type != "table"
            }.map { type, name, sql in
                let words = (sql ?? "").utf8.split { $0 == 0x20 || 0x09...0x0D ~= $0 }
                let normalized = words.map { String(Substring($0)) }.joined(
                    separator: " "
                )
                return "\(type) '\(name)'\n\(normalized)"
            }
        )
    }
}
