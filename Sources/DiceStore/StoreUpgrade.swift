import CSQLite
import DiceTable
import Glibc
import Unix

/// The start of an upgrade step, or its progress.
package enum UpgradeProgress: Sendable, Hashable {
    /// `from` and `to` are schema names, as in `v14 (2.0.0)`. The backup will be at `copy`.
    case started(from: String, to: String, copy: String)
    /// In bytes.
    case copying(done: Int, total: Int)
    case checking
    case migrating
    /// The store has a fault that does not prevent a start; the copy has the same fault.
    case damaged(problem: String)
    case finished(from: String, to: String, copy: String)
}

/// The copy of a store that is made beside the store before its schema is changed, because no
/// program can change the schema back.
///
/// A link beside the store names the copy until the schema is changed. The next start replaces a
/// copy that has such a link, but never the copy made by an earlier upgrade.
struct StoreUpgrade {
    /// The number of upgrade copies that are kept.
    private static let retainedCopies = 2
    private static let infix = ".before-"

    private let store: String
    private let from: String
    private let to: String
    /// The first release with the new schema.
    private let release: Substring

    /// Returns `nil` if the store is new or has the present schema.
    init?(of connection: inout SQLiteConnection, file: String) throws(StoreError) {
        do {
            let taken = try connection.takenMigrations()
            guard let first = taken.last, let last = Schema.migrations.last?.name,
                taken.count < Schema.migrations.count
            else { return nil }
            store = file
            from = Self.schema(first)
            to = Self.schema(last)
            release = last.split(separator: " ").last ?? ""
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    /// Returns `v14 (2.0.0)` for the step `v14 2.0.0`.
    private static func schema(_ step: String) -> String {
        let words = step.split(separator: " ")
        return words.count == 2 ? "\(words[0]) (\(words[1]))" : step
    }

    /// Makes the copy, then calls `migrate` to change the schema.
    func run<Value>(
        _ connection: inout SQLiteConnection,
        report: (UpgradeProgress) -> Void,
        migrate: (inout SQLiteConnection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let replaced = namedCopy()
        let copy = replaced ?? freeName()
        report(.started(from: from, to: to, copy: copy))
        try keep(copy, replacing: replaced != nil, &connection, report)
        report(.migrating)
        let value = try migrate(&connection)
        Self.removeNote(beside: store)
        report(.finished(from: from, to: to, copy: copy))
        return value
    }

    private var folder: String {
        store.lastIndex(of: "/").map { String(store[..<$0]) } ?? "."
    }
    private var prefix: String {
        String(store.dropFirst(folder.count + 1)) + Self.infix
    }
    private var note: String { Self.note(beside: store) }

    private static func note(beside store: String) -> String {
        store + ".upgrading"
    }

    /// Removes the link to an upgrade's copy, once the schema is changed.
    static func removeNote(beside store: String) {
        unlink(note(beside: store))
    }

    /// Returns the path of an interrupted upgrade's copy.
    private func namedCopy() -> String? {
        var bytes = [CChar](repeating: 0, count: Int(NAME_MAX))
        let count = readlink(note, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let name = String(
            validating: bytes.prefix(count).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        guard let name, isCopy(name),
            name == prefix + release || name.hasPrefix("\(prefix)\(release)-")
        else {
            return nil
        }
        return "\(folder)/\(name)"
    }

    /// Returns an unused name. A name used by an earlier upgrade to this release is not reused,
    /// because that copy may belong to another store.
    private func freeName() -> String {
        let first = "\(store)\(Self.infix)\(release)"
        var name = first
        var number = 2
        while FileIdentity(name) != nil {
            name = "\(first)-\(number)"
            number += 1
        }
        return name
    }

    /// Returns true if a name in the folder is the name of a complete copy:
    /// `diced.sqlite.before-2.1.0`, or the same name followed by `-2`.
    private func isCopy(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let parts = name.dropFirst(prefix.count).split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        let numbers =
            parts[0].split(separator: ".", omittingEmptySubsequences: false)
            + parts.dropFirst()
        guard parts.count <= 2, numbers.count == parts.count + 2 else { return false }
        return numbers.allSatisfy { number in
            !number.isEmpty && number.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        }
    }

    private func keep(
        _ copy: String,
        replacing: Bool,
        _ connection: inout SQLiteConnection,
        _ report: (UpgradeProgress) -> Void
    ) throws(StoreError) {
        do {
            removeLeft()
            try checkRoom(for: copy, &connection)
            if !replacing {
                unlink(note)
                guard symlink(String(copy.dropFirst(folder.count + 1)), note) == 0
                else {
                    throw SystemError.last
                }
            }
            let part = try PartialFile(for: copy)
            let link = try BackupNote.link(to: part.path, in: folder)
            defer {
                unlink(link)
            }
            try StoreReader.copy(&connection, to: part.path, BackupPlace(path: copy)) {
                done,
                total in
                report(.copying(done: done, total: total))
            }
            report(.checking)
            try check(part.path, named: copy, &connection, report)
            _ = try part.finish(replacing: replacing)
            removeOldest(new: copy)
        } catch let error as SystemError {
            throw StoreError(
                .unavailable,
                "\(copy), the copy of the store before its upgrade, cannot be written: \(error); fix this, then start "
                    + "again"
            )
        } catch {
            throw StoreErrorText.describe(error, file: store)
        }
    }

    private func checkRoom(for copy: String, _ connection: inout SQLiteConnection)
        throws
    {
        let pages =
            try connection.first("PRAGMA page_count") { $0.integer(0) ?? 0 } ?? 0
        let pageSize =
            try connection.first("PRAGMA page_size") { $0.integer(0) ?? 0 } ?? 0
        let size = Int(pages * pageSize)
        var room = statvfs()
        guard statvfs(folder, &room) == 0 else { throw SystemError.last }
        let free = Int(clamping: room.f_bavail) * Int(clamping: room.f_frsize)
        guard free < size else { return }
        throw StoreError(
            .unavailable,
            "not enough space for \(copy), the copy of the store before its upgrade: it takes \(size) bytes, "
                + "and \(free) are free; free some space, then start again"
        )
    }

    /// Examines every page, index and table of the copy. Faults of a store too large for a full
    /// examination at startup are only reported: no better copy exists.
    private func check(
        _ part: String,
        named copy: String,
        _ connection: inout SQLiteConnection,
        _ report: (UpgradeProgress) -> Void
    ) throws {
        let problems: [String]
        do {
            var copied = try SQLiteConnection(part, .immutable)
            problems = try Self.problems(&copied, part)
        }
        guard !problems.isEmpty else { return }
        guard try Self.problems(&connection, store) == problems else {
            throw StoreError(
                .unavailable,
                "\(copy), the copy of the store before its upgrade, differs from the store (\(problems[0])); check "
                    + "the disk, then start again"
            )
        }
        for problem in problems {
            report(.damaged(problem: problem))
        }
    }

    private static func problems(_ connection: inout SQLiteConnection, _ file: String)
        throws
        -> [String]
    {
        var problems: [String] = []
        try Examination.examine(&connection, .tables, file: file) {
            problems.append($0)
        }
        return problems
    }

    /// Removes the leftovers of a process killed at the start of a copy, before the copy had a
    /// link.
    private func removeLeft() {
        for name in (try? FolderNames.all(in: folder)) ?? []
        where name.hasPrefix(prefix) {
            let suffix = name.suffix(7)
            guard suffix.first == ".", suffix.count == 7, !isCopy(name),
                isCopy(String(name.dropLast(7)))
            else {
                continue
            }
            unlink("\(folder)/\(name)")
        }
    }

    private func removeOldest(new: String) {
        let copies = ((try? FolderNames.all(in: folder)) ?? []).filter(isCopy).map {
            "\(folder)/\($0)"
        }
        let older = copies.filter { $0 != new }.sorted { Self.age($0) < Self.age($1) }
        for copy in older.dropFirst(Self.retainedCopies - 1) {
            for suffix in ["", "-wal", "-shm"] {
                unlink(copy + suffix)
            }
        }
    }

    /// Returns the copy's age in seconds.
    private static func age(_ path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .max }
        return time(nil) - status.st_mtim.tv_sec
    }
}
