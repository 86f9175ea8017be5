import DiceModel
import DiceVerifying
import DiceWire
import Glibc
import Unix

/// The file into which entries are archived. It has its name once it is whole and checked.
final class ArchiveFile {
    private let path: String
    private let table: TableName
    /// What was archived before these entries; nil for nothing.
    private let archived: Archived?
    /// Made with the first entry.
    private var part: PartialFile?
    /// The entry that was written last; nil before the first.
    private(set) var newest: SentEntry?
    private(set) var count = 0

    init(_ path: String, of table: TableName, after archived: Archived?) {
        self.path = path
        self.table = table
        self.archived = archived
    }

    /// Throws `declined` if there is a file, or none could be written. Changes nothing.
    func check() throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw exists }
        try CopyTarget.file(path, replacing: false).check()
    }

    /// Adds entries with their lines.
    func write(_ entries: [SentEntry], _ lines: [[UInt8]]) throws(CommandError) {
        guard let last = entries.last else { return }
        do {
            if part == nil {
                let new = try PartialFile(for: path)
                TemporaryFileGuard.arm(new.path)
                part = consume new
            }
            try part?.write(lines.flatMap { Printable.json($0) + [UInt8(ascii: "\n")] })
        } catch {
            throw CopyTarget.unwritable(path, error)
        }
        newest = last
        count += entries.count
    }

    /// Reads the file again, and checks all of it as `dicectl verify` does.
    ///
    /// - Throws: `unverified`, or `newerEdition`.
    func verify(_ notes: Notes) throws {
        guard let written = part?.path else { return }
        var verifier = HistoryVerifier(
            .archive,
            tables: [table.description],
            notes: notes
        )
        if let archived {
            verifier.begin(table.description, after: archived)
        }
        var read = 0
        do {
            try ExportLine.forEachEntry(of: written, in: nil, for: "verify") { entry in
                try verifier.check(entry)
                read += 1
            }
            try verifier.finish()
        } catch let finding as Finding {
            throw CommandError.unverified(
                "\(finding.description); nothing was archived"
            )
        }
        if let edition = verifier.reports.compactMap(\.newer).max() {
            throw CommandError.newerEdition(edition)
        }
        guard read == count else {
            throw CommandError.declined(
                "what is in the file is not what was written; nothing was archived"
            )
        }
    }

    /// Gives the file its name once the disk has all of it.
    func finish() throws(CommandError) {
        guard let part = part.take() else { return }
        defer {
            TemporaryFileGuard.disarm()
        }
        do {
            _ = try part.finish(replacing: false)
        } catch {
            throw error.code == EEXIST ? exists : CopyTarget.unwritable(path, error)
        }
    }

    /// Leaves nothing of a file that is not finished.
    func abandon() {
        part = nil
        TemporaryFileGuard.disarm()
    }

    private var exists: CommandError {
        .declined("\(path) exists, and an archive replaces no file; name another one")
    }
}
