import ArgumentParser
import DiceClient
import DiceModel
import DiceVerifying
import DiceWire

struct Verify: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks that the faces are those that were promised.",
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
            """)

    @Argument(
        help: .init(
            "An export, as dicectl export prints it; - is standard input. By default the daemon is asked.",
            valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "The history of every table.") var all = false

    @OptionGroup var look: ViewerOption
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if all, let table = option.table { throw ValidationError.allAndOne(table) }
        if file != nil, look.name != nil {
            throw ValidationError(
                "an export has what was seen when it was made; say --as there: dicectl export --as NAME")
        }
        if file?.isEmpty == true { throw ValidationError("the file needs a name; - is standard input") }
    }

    func run() throws {
        // Read first: an entry noted meanwhile may have ended after the checked ones.
        let notes = SeenNotes.current?.read() ?? Notes()
        try Self.tell(json: context.json) { try file.map { try check(export: $0, notes) } ?? checkDaemon(notes) }
    }

    /// Prints what `check` has found. Throws `unverified` if something is wrong, and `newerEdition` if not all was checked.
    static func tell(json: Bool, _ check: () throws -> HistoryVerifier) throws {
        let verifier: HistoryVerifier
        do {
            verifier = try check()
        } catch let finding as Finding { throw CommandError.unverified(finding.description) }
        guard verifier.reports.contains(where: \.hasEntries) else {
            throw CommandError.unverified("no entries: there is nothing to verify")
        }
        if json {
            try Output.json(VerifyJSON.bytes(verifier.reports))
        } else {
            try Output.lines(verifier.reports.flatMap { VerifyLines.lines($0) })
        }
        if let edition = verifier.reports.compactMap(\.newer).max() { throw CommandError.newerEdition(edition) }
    }

    private func check(export path: String, _ notes: Notes) throws -> HistoryVerifier {
        var verifier = HistoryVerifier(.export, tables: tables.map(\.description), notes: notes)
        try ExportLine.forEachEntry(of: path, in: option.table, for: "verify") { try verifier.check($0) }
        try verifier.finish()
        return verifier
    }

    private func checkDaemon(_ notes: Notes) throws -> HistoryVerifier {
        let (client, table) = try context.open()
        let named = try all ? client.call(.list).tables.map(\.table) : [table.description]
        var verifier = HistoryVerifier(.daemon, tables: named, notes: notes)
        let query = HistoryQuery(all ? .all : .one(table), kind: .all, viewer: look.name)
        try OldestFirst(client, query).forEachPage { entries, _ in
            for entry in entries { try verifier.check(entry) }
        }
        try verifier.finish()
        return verifier
    }
}

extension TableReport {
    fileprivate var hasEntries: Bool {
        corrections + rests + newerEntries + [turns, thrown].reduce(0) { $0 + $1.chained + $1.before } > 0
    }
}
