import DiceProof
import Hashing
import Unix

/// The database's schema and the marks in its header.
///
/// Lists are compact JSON text, and instants are whole milliseconds since 1970. No column can hold
/// animation state.
enum Schema {
    /// "dice" in ASCII: SQLite's `application_id`, which identifies our files.
    static let applicationID = StoreFile.applicationID

    /// SQLite's `user_version` once a table has been created; 0 before.
    static let used: Int64 = 1

    /// The table that lists the migrations of a database.
    static let record = "grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
    static let recordObject = "table 'grdb_migrations'\nCREATE TABLE \(record)"

    /// The steps from an empty file to the present schema. The name of a step after v13 includes
    /// the release that introduced it, as in `v14 1.1.0`; programs that do not know the step report
    /// that version.
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
        // 0 for an entry without an edition; a throw's edition is in its JSON.
        Migration(
            name: "v10",
            sql: "ALTER TABLE history ADD COLUMN edition INTEGER NOT NULL DEFAULT 0"
        ),
        Migration(name: "v11", sql: games),
        Migration(name: "v12", sql: secrets),
        // Text, so that it is returned exactly as it was written.
        Migration(
            name: "v13",
            sql: "ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT '1'"
        ),
        Migration(name: "v14 2.0.0", sql: openTurns + counts(entered: true)),
        Migration(name: "v15 2.1.0", sql: digests),
        Migration(name: "v16 2.1.0", sql: removals + filters + storage),
        Migration(name: "v17 2.1.0", sql: ownRolls),
    ]

    /// Returns the objects of a database after the first `count` steps, in the format of
    /// `SQLiteConnection.objects`.
    static func objects(after count: Int) throws -> Set<String> {
        var connection = try SQLiteConnection(":memory:")
        try connection.migrate(Array(migrations.prefix(count)))
        return try connection.objects()
    }

    /// The objects of a database that has taken all steps, as `digest(of:)` writes them. With it a
    /// start need not create them all in memory to compare.
    static let present = "bc7c4e3b0315afcd5b7b4f774832f946bcf43ef201cc195ead02e40b4c82686c"

    /// Returns the SHA-256 digest of objects, in hexadecimal.
    static func digest(of objects: Set<String>) -> String {
        Hex.text(SHA256.hash(Array(objects.sorted().joined(separator: "\n").utf8)))
    }

    /// Returns the table or view that contains the entries in a database that has taken these
    /// steps.
    static func entries(after taken: [String]) -> String {
        taken.contains("v16 2.1.0") ? "entries" : "history"
    }

    /// Creates the table of face counts, of drawn or entered faces.
    static func faces(entered: Bool) -> String {
        entered ? "enteredFaces" : "faces"
    }

    /// Returns the SQL for the table of face counts in ended turns. A list has a number for each
    /// face.
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

    /// A throw is one JSON text, both open and in history, because no query needs a part of it.
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

    /// The values are in hex; they are empty if there is none. A table's last chain hash is in
    /// `tables.chain`, because entries may be damaged, and a table may have no entries.
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

    /// Empty without a game. The game document does not include the state of the match, which each
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

    /// Empty except for secret throws: the version for strangers, and the sides and faces to count
    /// when the throw is shown.
    private static let secrets = """
        ALTER TABLE openThrow ADD COLUMN ghost TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN ghost TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN faces TEXT NOT NULL DEFAULT '';
        """

    /// Flags for real dice, for a table and for a roll. For the open turn: a flag set if the turn
    /// continues with the locks of a full turn, and the edition of the turn's entry. A turn that
    /// already has a roll keeps edition three.
    private static let openTurns = """
        ALTER TABLE tables ADD COLUMN hand INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE openRoll ADD COLUMN entered INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN goesOn INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN edition INTEGER NOT NULL DEFAULT 3;
        UPDATE tables SET edition = 4 WHERE rollCount = 0;
        UPDATE tables SET goesOn = COALESCE(
            (SELECT "full" FROM history WHERE "table" = name AND kind = 'turn' ORDER BY id DESC LIMIT 1), 0);

        """

    /// The digest of a fifth-edition entry, and flags for a turn that was ended for an absent
    /// player and for an action by a bot. A turn that already has a roll keeps its edition. An
    /// entry of kind `rest` has the number of its match in `turn` and its other members in `score`.
    private static let digests = """
        ALTER TABLE history ADD COLUMN digest TEXT NOT NULL DEFAULT '';
        ALTER TABLE history ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE history ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE openRoll ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
        UPDATE tables SET edition = 5 WHERE rollCount = 0;

        """

    /// Decides which rows of `history` and `matches` are visible. A deletion or a pruning writes
    /// one row of `removals`; the rows themselves are deleted in steps (`SQLiteStore.removeStep`).
    /// Code that reads entries uses the view `entries`.
    ///
    /// Ids are never reused, so a new table with the same name has higher ids. References to
    /// `tables` are not enforced: the rows of a deleted table remain for a while.
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

    /// The number of ids that a row of `spans` covers.
    static let spanSize: Int64 = 1_024

    /// Indexes for the filters of history. Entries are ordered by id, and clocks may be set back,
    /// so no index of instants has that order. Each row of `spans` has the first and the last
    /// instant of 1,024 ids, so that a search skips the others.
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

    /// The bytes that each player uses in history, in a table that is updated by every change to
    /// `history`. An entry counts its texts and a fixed size for the rest of its row. A secret
    /// throw counts its maximum size, so that the count reveals nothing about its faces.
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

    /// Returns the size of a row of `history` in bytes, in SQL. Hashes, ids and instants take about
    /// 400.
    private static func size(of row: String) -> String {
        let texts = ["rolls", "dice", "thrown", "ghost", "faces", "score"].map {
            "length(CAST(\(row).\($0) AS BLOB))"
        }
        return
            "IIF(\(row).most > 0, \(row).most, 400 + \(texts.joined(separator: " + ")))"
    }

    /// Saved rolls of names. `owner` is empty for a roll that belongs to everyone, which every older
    /// roll does; `savedBy` is the user who saved it, empty if unknown.
    private static let ownRolls = """
        CREATE TABLE rolls (
            owner TEXT NOT NULL,
            name TEXT NOT NULL,
            expression TEXT NOT NULL,
            savedBy TEXT NOT NULL,
            PRIMARY KEY (owner, name)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO rolls SELECT '', name, expression, owner FROM savedRolls;
        DROP TABLE savedRolls;
        ALTER TABLE rolls RENAME TO savedRolls;
        """

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

/// A step from one schema to the next. A released step never changes.
struct Migration {
    var name: String
    var sql: String
    /// Work that SQL cannot express, run after the SQL in the same transaction.
    var work: (@Sendable (inout SQLiteConnection) throws -> Void)?

    /// Returns the SQL of `steps` for an empty file. Columns that later steps add to one of their
    /// tables, which are strict, are part of `CREATE TABLE`, where SQLite would put them: after
    /// each added column SQLite reads the whole schema again.
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
    /// Runs all pending steps, or none, and records them. A new store is synced once instead of
    /// after each step.
    ///
    /// The names are in the table of GRDB's migrator, which created the first stores.
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

    /// Returns the names of the steps that the database has taken, including steps taken by newer
    /// programs.
    mutating func takenMigrations() throws -> [String] {
        // Ignores any other object with that name.
        guard try objects().contains(Schema.recordObject) else { return [] }
        return try all("SELECT identifier FROM grdb_migrations") { $0.text(0) ?? "" }
    }

    /// Returns the tables, indexes and other objects created here, each as `table 'tables'` and, on
    /// a separate line, its SQL. Objects that SQLite creates by itself are omitted.
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
