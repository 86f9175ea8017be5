import DiceDrawing
import DiceFollowing
import DiceModel
import DiceVerifying
import DiceWire
import Glibc
import Unix

/// A file of archived entries. It gets its name only when it is complete and verified.
final class ArchiveFile {
    private let path: String
    private let table: TableName
    /// The entries archived before; `nil` if there are none.
    private let archived: Archived?
    /// Created with the first entry.
    private var part: PartialFile?
    /// The last entry written; `nil` before the first.
    private(set) var newest: SentEntry?
    private(set) var count = 0

    init(_ path: String, of table: TableName, after archived: Archived?) {
        self.path = path
        self.table = table
        self.archived = archived
    }

    /// Throws `declined` if the file exists or cannot be written. Does not change anything.
    func check() throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw exists }
        try CopyTarget.file(path, replacing: false).check()
    }

    /// Appends entries with their lines.
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

    /// Reads the file again and verifies all of it, as `dicectl verify` does.
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
                "the file does not contain what was written; nothing was archived"
            )
        }
    }

    /// Gives the file its name once it is completely on the disk.
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

    /// Removes a file that is not finished.
    func abandon() {
        part = nil
        TemporaryFileGuard.disarm()
    }

    private var exists: CommandError {
        .declined("\(path) exists, and an archive never replaces a file; name another one")
    }
}
