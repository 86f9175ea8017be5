import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceJudging
import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Unix

struct Archive: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Moves the oldest entries of a table into a file.",
        discussion: """
            Writes the entries that ended before a time in the form of dicectl export, checks the file as \
            dicectl verify does, then has the daemon remove exactly these entries. A match in progress and a \
            turn that can still be corrected stay, together with everything after them. Counts of faces, \
            finished matches and secret throws stay in the daemon. Keep the file: entries cannot be put back.

            dicectl archive --before 2026-01-01 2025.jsonl
            dicectl archive home --before 'last monday' home.jsonl
            dicectl verify home.jsonl -t home     check the file and the rest of the history
            """
    )
    static let examples = [
        "archive --before monday old.jsonl",
        "archive odd --before 2026-01-01 odd.jsonl",
    ]

    @Argument(
        help: .init(
            "The table, if not given with --table, and the new file.",
            valueName: "table|file"
        ),
        completion: .file()
    )
    var words: [String] = []

    @Option(
        help: .init(
            "Archive only entries that ended before this time: \(TimeWords.examples).",
            valueName: "time"
        ),
        completion: .list(TimeRange.times),
        transform: TimeWords.current.instant
    )
    var before: Timestamp

    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { [(try? namedTable) ?? nil].compactMap(\.self) }

    private var namedTable: TableName? {
        get throws {
            try option.table(
                or: words.count > 1 ? TableOption.tableName(words[0]) : nil
            )
        }
    }

    func validate() throws {
        guard (1...2).contains(words.count), let file = words.last,
            !["", "-"].contains(file)
        else {
            throw ValidationError(
                "name the file to write, after the table if you name one, such as: archive home home.jsonl"
            )
        }
        _ = try namedTable
    }

    func run() throws {
        let path = try ProcessText.absolute(words.last ?? "")
        let (client, table) = try context.open()
        // Checks that this user may archive; removes nothing.
        let archived = try prune(table, nil, on: client) { _ in }.archived
        try checkWord(client)
        let file = ArchiveFile(path, of: table, after: archived)
        try file.check()
        defer {
            file.abandon()
        }
        let progress = CopyProgress(environment: context.environment)
        defer {
            progress.end()
        }
        let total = try write(file, table, after: archived, client, progress)
        guard let last = file.newest else {
            progress.end()
            return try reportNothing(table, total)
        }
        try file.verify(SeenNotes.current?.read() ?? Notes())
        try file.finish()
        let now = try remove(
            last,
            of: table,
            with: client,
            from: path,
            archived,
            progress
        )
        progress.end()
        try tell(path, file.count, of: total, table, now)
    }

    /// Throws if a single word is a table's name, which means that the file is missing.
    private func checkWord(_ client: Client) throws {
        guard words.count == 1, let name = TableName(words[0]) else { return }
        guard
            try client.call(.list).tables.contains(where: {
                $0.table == name.description
            })
        else {
            return
        }
        throw CommandError.usage(
            "\(name) is a table; name the file after it, such as: archive \(name) \(name).jsonl"
        )
    }

    // MARK: the file

    /// Writes the entries that can be archived. Returns the number of the table's entries.
    private func write(
        _ file: ArchiveFile,
        _ table: TableName,
        after archived: Archived?,
        _ client: Client,
        _ progress: CopyProgress
    ) throws -> Int {
        let bound = ArchiveBound(
            before: before,
            at: try client.call(.get, GetParams(table: table))
        )
        let query = HistoryQuery(.one(table), kind: .all)
        let history = try OldestFirst(client, query, reporting: progress.read)
        guard history.archived == archived else { throw OldestFirst.changed }
        try history.readPages(while: { entries, page in
            let chosen = Array(entries.prefix(while: bound.includes))
            try file.write(chosen, OldestFirst.lines(of: chosen, in: page))
            progress.wrote(file.count, of: history.count)
            return chosen.count == entries.count
        })
        return history.count
    }

    private func reportNothing(_ table: TableName, _ total: Int) throws {
        if context.json {
            return try Output.json(JSONWriter.object { $0.member("entries", 0) })
        }
        let oldest =
            total == 0
            ? "\(table) has no entries"
            : "no entry of \(table) before that time can be archived"
        try Output.line("\(oldest); nothing was written")
    }

    private func tell(
        _ path: String,
        _ count: Int,
        of total: Int,
        _ table: TableName,
        _ archived: Archived?
    ) throws {
        if context.json {
            return try Output.json(
                JSONWriter.object { json in
                    json.member("path", path)
                    json.member("entries", count)
                    json.member("remaining", total - count)
                    json.member("archived", ifPresent: archived)
                }
            )
        }
        let upTo = archived.map { ", up to \(WallClock.local.text($0.at))" } ?? ""
        let name = ShellWord.quoted(path)
        try Output.lines([
            "\(path) written: \(Self.entries(count)) of \(table)\(upTo); \(Self.entries(total - count)) left in the daemon",
            context.calling("check both: dicectl verify \(name) -t \(table)"),
        ])
    }

    private static func entries(_ count: Int) -> String {
        count == 1 ? "1 entry" : "\(count) entries"
    }

    // MARK: the daemon

    /// Makes the daemon remove the entries that the file contains. Returns a summary of all
    /// archived entries of the table.
    private func remove(
        _ last: SentEntry,
        of table: TableName,
        with client: Client,
        from path: String,
        _ before: Archived?,
        _ progress: CopyProgress
    ) throws -> Archived? {
        do {
            return try prune(table, last, on: client) {
                progress.removed($0.done, of: $0.total)
            }
            .archived
        } catch let error as ClientError {
            progress.end()
            switch error {
            case .lost, .timedOut:
                if let now = try? archived(of: table), now.last == last.id {
                    return now
                }
                printWritten(
                    path,
                    table,
                    isKnown: ((try? archived(of: table)) ?? nil) == before
                )
            default: printWritten(path, table, isKnown: true)
            }
            throw error
        }
    }

    /// Returns the archived part of the history, requested on another connection.
    private func archived(of table: TableName) throws -> Archived? {
        try context.reconnect().call(.get, GetParams(table: table)).archived
    }

    /// - Parameter isKnown: true if the daemon is known to have removed nothing.
    private func printWritten(_ path: String, _ table: TableName, isKnown: Bool) {
        guard !context.json else { return }
        context.say(
            isKnown
                ? "\(path) was written and is correct, but the daemon removed nothing; to try again, name another file"
                : "\(path) was written and is correct; to see if the daemon removed its entries: "
                    + "dicectl table show \(table)"
        )
    }

    /// - Parameter last: the last entry to remove; `nil` to remove nothing.
    private func prune(
        _ table: TableName,
        _ last: SentEntry?,
        on client: Client,
        hearing hear: (RequestProgress) -> Void
    ) throws -> PruneResult {
        let params = PruneParams(
            table: table,
            last: last?.id ?? 0,
            chain: last?.chain ?? Chain.start,
            progress: last != nil
        )
        let reply = try client.call(Method.prune(params)) { line in
            if case .progress(let news)? = try? line.news() {
                hear(news)
            }
            return true
        }
        guard let reply else { throw CommandError.outputClosed }
        return try reply.result(of: .prune)
    }
}
