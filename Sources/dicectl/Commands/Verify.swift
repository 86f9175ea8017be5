import ArgumentParser
import DiceClient
import DiceFollowing
import DiceJudging
import DiceModel
import DiceVerifying
import DiceWire

struct Verify: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks the history against the daemon's commitments.",
        discussion: """
            Checks, without trusting the daemon, each seed against the commitment that was sent before the first roll, \
            each face against its seed, and the chain that connects the entries. At the first wrong entry it exits with \
            65 and says what is wrong. Entries of an edition newer than this program are not checked; the status is then 76.

            It proves that if the roller or one contributor was honest, nobody else could choose a face, and that no \
            entry was changed up to the last one that you saw. It proves nothing about rolls that a daemon's owner made \
            alone or with the roller. It cannot make anyone end a turn or reveal a contribution. It cannot tell that the last \
            entries are missing, or that all were rewritten, unless you saw later ones: roll, watch and play record what they \
            see in ~/.local/state/dicectl/seen.

            dicectl verify                   the history of the table
            dicectl verify --all             the history of every table
            dicectl export | dicectl verify -
            dicectl verify turns.jsonl       an export, without a daemon
            dicectl verify old.jsonl -t home an archive of home, and the daemon's rest of it
            """
    )
    static let examples = ["verify", "verify odd.jsonl -t odd"]

    @Argument(
        help: .init(
            "Files written by dicectl export or archive; - is standard input. Without a file, or with --table, the "
                + "daemon is contacted.",
            valueName: "file"
        ),
        completion: .file()
    )
    var files: [String] = []

    @Flag(help: "Check the history of every table.") var all = false

    @OptionGroup var look: ViewerOption
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if all, let table = option.table {
            throw ValidationError.allAndOne(table)
        }
        if !files.isEmpty, look.name != nil {
            throw ValidationError(
                "--as does not apply to a file; give it when exporting: dicectl export --as NAME"
            )
        }
        if files.contains("") {
            throw ValidationError("the file name is empty; - is standard input")
        }
        if files.count > 1, files.contains("-") {
            throw ValidationError(
                "standard input cannot be combined with other files; name a file instead of -"
            )
        }
    }

    func run() throws {
        // Notes are read first: one added after the entries were read could be about an entry that
        // is not among them.
        let notes = SeenNotes.current?.read() ?? Notes()
        try Self.report(json: context.json) { try checked(notes) }
    }

    /// Prints the result of `check`. Throws `unverified` for an error, and `newerEdition` if not
    /// everything was checked.
    static func report(json: Bool, _ check: () throws -> [TableReport]) throws {
        let reports: [TableReport]
        do {
            reports = try check()
        } catch let finding as Finding {
            throw CommandError.unverified(finding.description)
        } catch let finding as SeamFinding {
            throw CommandError.unverified(finding.description)
        }
        guard reports.contains(where: \.hasEntries) else {
            throw CommandError.unverified("nothing to verify: the history has no entries")
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
        // The history is requested before the archived throws, so that a throw revealed in between
        // is still secret in the history compared.
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
