import ArgumentParser
import DiceClient
import DiceModel
import DiceVerifying
import DiceWire

struct Verify: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks that the faces are those that were promised.",
        discussion: """
            With no trust in the daemon it checks each seed against the commitment that was told before the first roll, each \
            face against its seed, and the chain that holds the entries together. It ends with 65 at the first entry that is \
            wrong, and says what is. Entries of an edition that is newer than this program are not checked; it ends with 76 then.

            It shows that nobody else could choose a face if the roller, or one contributor, was honest, and that none of \
            the entries up to those that you saw was changed. It does not show that of rolls that a daemon's owner made alone \
            or with the roller, it cannot force anybody to end a turn or to reveal, and it cannot see that the last entries are \
            missing, or that all were written new, unless you saw later ones: what roll, watch and play see is noted in \
            ~/.local/state/dicectl/seen.

            dicectl verify                   the history of the table
            dicectl verify --all             of every table
            dicectl export | dicectl verify -
            dicectl verify turns.jsonl       an export, without a daemon
            dicectl verify old.jsonl -t home an archive of home, and that the daemon's history continues it
            """
    )

    @Argument(
        help: .init(
            "Exports and archives, as the commands of these names write them; - is standard input. By default the "
                + "daemon is asked, and with --table, too.",
            valueName: "file"
        ),
        completion: .file()
    )
    var files: [String] = []

    @Flag(help: "The history of every table.") var all = false

    @OptionGroup var look: ViewerOption
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if all, let table = option.table {
            throw ValidationError.allAndOne(table)
        }
        if !files.isEmpty, look.name != nil {
            throw ValidationError(
                "an export has what was seen when it was made; say --as there: dicectl export --as NAME"
            )
        }
        if files.contains("") {
            throw ValidationError("the file needs a name; - is standard input")
        }
        if files.count > 1, files.contains("-") {
            throw ValidationError(
                "standard input is read alone; name a file instead of -"
            )
        }
    }

    func run() throws {
        // Read before the entries: one noted meanwhile may have ended after the checked ones.
        let notes = SeenNotes.current?.read() ?? Notes()
        try Self.tell(json: context.json) { try checked(notes) }
    }

    /// Prints the result of `check`. Throws `unverified` for an error, and `newerEdition` if not
    /// everything was checked.
    static func tell(json: Bool, _ check: () throws -> [TableReport]) throws {
        let reports: [TableReport]
        do {
            reports = try check()
        } catch let finding as Finding {
            throw CommandError.unverified(finding.description)
        } catch let finding as SeamFinding {
            throw CommandError.unverified(finding.description)
        }
        guard reports.contains(where: \.hasEntries) else {
            throw CommandError.unverified("no entries: there is nothing to verify")
        }
        if json {
            try Output.json(VerifyJSON.bytes(reports))
        } else {
            try Output.lines(reports.flatMap { VerifyLines.lines($0) })
        }
        if let edition = reports.compactMap(\.newer).max() {
            throw CommandError.newerEdition(edition)
        }
    }

    private func checked(_ notes: Notes) throws -> [TableReport] {
        if files.isEmpty {
            return try checkDaemon(notes)
        }
        return try option.table == nil ? checkFiles(notes) : checkSeam(notes)
    }

    private func checkFiles(_ notes: Notes) throws -> [TableReport] {
        var verifier = HistoryVerifier(.export, notes: notes)
        for path in try ExportLine.oldestFirst(files, in: nil, for: "verify") {
            try ExportLine.forEachEntry(of: path, in: nil, for: "verify") {
                try verifier.check($0)
            }
        }
        try verifier.finish()
        return verifier.reports
    }

    /// Checks the files, and that the daemon's history of the table continues them.
    private func checkSeam(_ notes: Notes) throws -> [TableReport] {
        let (client, table) = try context.open()
        // Requested first: a throw revealed meanwhile is still secret in the history compared.
        let history = try OldestFirst(client, HistoryQuery(.one(table), kind: .all))
        let shown =
            try history.archived.map { _ in try archivedThrows(of: table, client) }
            ?? []
        var verifier = SeamVerifier(
            table.description,
            archived: history.archived,
            shown: shown,
            notes: notes
        )
        for path in try ExportLine.oldestFirst(files, in: table, for: "verify") {
            try ExportLine.forEachEntry(of: path, in: table, for: "verify") {
                try verifier.check(filed: $0)
            }
        }
        try verifier.endFiles()
        try history.forEachPage { entries, _ in
            for entry in entries {
                try verifier.check(entry)
            }
        }
        try verifier.finish()
        return verifier.reports
    }

    /// Returns the throws that were secret when archived and have been revealed since.
    private func archivedThrows(of table: TableName, _ client: Client) throws
        -> [SentEntry]
    {
        let query = HistoryQuery(.one(table), kind: .throw, archived: true)
        var pages = HistoryPages(client, query, maximum: nil)
        var shown: [SentEntry] = []
        while let page = try pages.next() {
            shown += page.sent.filter { $0.entry?.thrown?.hidden != true }
        }
        return shown
    }

    private func checkDaemon(_ notes: Notes) throws -> [TableReport] {
        let (client, table) = try context.open()
        let names =
            try all
            ? client.call(.list).tables.compactMap { TableName($0.table) } : [table]
        var verifier = HistoryVerifier(
            .daemon,
            tables: names.map(\.description),
            notes: notes
        )
        for name in names {
            do {
                try check(name, client, &verifier)
            } catch ClientError.refused(let error)
                where all && error.known == .tableNotFound
            {
                // The table was deleted a moment ago.
            }
        }
        try verifier.finish()
        return verifier.reports
    }

    private func check(
        _ table: TableName,
        _ client: Client,
        _ verifier: inout HistoryVerifier
    )
        throws
    {
        let history = try OldestFirst(
            client,
            HistoryQuery(.one(table), kind: .all, viewer: look.name)
        )
        if let archived = history.archived {
            verifier.begin(table.description, after: archived)
        }
        try history.forEachPage { entries, _ in
            for entry in entries {
                try verifier.check(entry)
            }
        }
    }
}

extension TableReport {
    fileprivate var hasEntries: Bool {
        archived != nil
            || corrections + rests + newerEntries
                + [turns, thrown].reduce(0) { $0 + $1.chained + $1.before } > 0
    }
}
