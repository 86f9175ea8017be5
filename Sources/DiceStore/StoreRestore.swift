package import DiceModel
package import DiceTable
import Glibc
import Unix

/// Replaces the store in a folder with a copy; the old store is kept beside it.
///
/// The copy is written beside the store, examined and synced. Then a note records the kept store
/// and its new name. From that moment the restore will be completed, by this process or, if it is
/// killed, by the next start.
package struct StoreRestore {
    private let store: String
    private var copy: String { store + ".restoring" }
    private var note: String { store + ".restored" }

    /// - Parameter store: The path of the database to replace.
    init(_ store: String) {
        self.store = store
    }

    /// Returns descriptions of the file and of the store in the folder, one sentence for each.
    /// Changes nothing.
    ///
    /// Throws `StoreError`: `unreadable` if the file cannot be read, `corrupt` or `newer` if it is
    /// not a store that can be restored.
    package static func preview(_ file: String, directory: String) throws(StoreError)
        -> [String]
    {
        let store = SQLiteStore.file(in: directory)
        _ = try source(file, for: store)
        let held = try wholeContents(of: file, named: file)
        guard (try? FileStatus(store)) != nil else {
            return ["\(file) holds \(held)", "\(store) does not exist yet"]
        }
        let present: String
        do {
            let report = try StoreCheck.report(of: store)
            present =
                report.contents.map { "holds \($0)" }
                ?? "is damaged: \(report.problems.first ?? "")"
        } catch {
            present = "cannot be read: \(error)"
        }
        return ["\(file) holds \(held)", "\(store) \(present)"]
    }

    /// Replaces the folder's store with a copy of the file. Returns the path of the old store;
    /// `nil` if there was none.
    ///
    /// Throws the errors of `preview`, `held` if a daemon is using the folder, and `unavailable` if
    /// the copy cannot be written. Nothing has changed then.
    ///
    /// - Parameters:
    ///   - file: The copy to restore; `-` is standard input.
    ///   - now: The time used in the old store's new name.
    package static func restore(_ file: String, into directory: String, now: Timestamp)
        throws(StoreError) -> String?
    {
        var mended: [String] = []
        let folder = SQLiteStore.folder(directory)
        let store = SQLiteStore.file(in: directory)
        let source = try source(file, for: store)
        try StateFolder.prepare(folder, &mended)
        let lock = try SQLiteStore.lock(folder)
        let restore = StoreRestore(store)
        _ = try restore.finish()
        let isThere = try StateFolder.prepare(file: store, &mended) > 0
        let holder = try DatabaseFile(store)
        defer {
            _ = lock.path
            _ = holder.mode
        }
        do {
            try restore.write(source)
            _ = try wholeContents(of: restore.copy, named: file)
        } catch {
            unlink(restore.copy)
            throw error
        }
        // Checkpoints the log into the file that is kept. For a damaged store SQLite would delete
        // the log.
        if isThere, (try? StoreCheck.report(of: store))?.contents != nil {
            try? SQLiteConnection(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        if !isThere {
            unlink(store)
        }
        let instant = now.description.filter { $0.isNumber || $0.isLetter }
        try restore.commit(file, keeping: instant)
        return isThere ? "\(store).\(instant)" : nil
    }

    /// Completes an interrupted restore, and removes the leftovers of one that was interrupted
    /// before its note was written. Returns a sentence for the user; `nil` if there was no
    /// interrupted restore.
    func finish() throws(StoreError) -> String? {
        do {
            guard let noted = try noted() else {
                unlink(note)
                guard unlink(copy) == 0 else { return nil }
                return
                    "a restore was interrupted before it took effect; the tables are unchanged"
            }
            if try FileStatus(copy) != nil {
                // The database file is moved last: while its place is empty, there is still
                // something to move.
                for suffix in ["-wal", ""] {
                    try move(store + suffix, to: noted.kept + suffix)
                }
                unlink(store + "-shm")
                try move(copy, to: store)
            }
            try Self.sync(store)
            unlink(note)
            return
                "the tables were restored from \(noted.file); the previous ones are in \(noted.kept)"
        } catch {
            throw StoreError(
                .unavailable,
                "a restore of \(store) cannot be finished: \(error); fix this, then try again"
            )
        }
    }

    private func commit(_ file: String, keeping instant: String) throws(StoreError) {
        do {
            guard try FileStatus("\(store).\(instant)") == nil else {
                throw SystemError(EEXIST)
            }
            let note = try Descriptor.open(note, O_WRONLY | O_CREAT | O_EXCL)
            try note.write(Array("\(instant)\0\(file)\0".utf8))
            guard fsync(note.number) == 0 else { throw SystemError.last }
            try Self.sync(self.note)
        } catch {
            unlink(note)
            unlink(copy)
            throw StoreError(
                .unavailable,
                "\(store).\(instant) cannot be made: \(error); nothing was changed"
            )
        }
        _ = try finish()
    }

    /// Returns `nil` if there is no complete note.
    private func noted() throws -> (kept: String, file: String)? {
        guard try FileStatus(note) != nil else { return nil }
        var text: [UInt8] = []
        try Descriptor.open(note, O_RDONLY).read { text += $0 }
        let parts = String(decoding: text, as: UTF8.self).split(
            separator: "\0",
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, !parts[0].contains("/") else { return nil }
        return ("\(store).\(parts[0])", String(parts[1]))
    }

    private func move(_ path: String, to place: String) throws(SystemError) {
        guard rename(path, place) == 0 || errno == ENOENT else {
            throw SystemError.last
        }
    }

    private func write(_ source: borrowing Descriptor) throws(StoreError) {
        do {
            unlink(copy)
            let file = try Descriptor.open(copy, O_WRONLY | O_CREAT | O_EXCL)
            try source.read { bytes throws(SystemError) in try file.write(bytes) }
            guard fsync(file.number) == 0 else { throw SystemError.last }
            try Self.sync(copy)
        } catch {
            throw StoreError(
                .unavailable,
                "\(copy) cannot be written: \(error); nothing was changed"
            )
        }
    }

    private static func sync(_ path: String) throws(SystemError) {
        let folder = try Descriptor.open(
            path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".",
            O_RDONLY | O_DIRECTORY
        )
        guard fsync(folder.number) == 0 else { throw SystemError.last }
    }

    /// Opens the copy with this name, which must be a complete file.
    ///
    /// - Parameter store: The store that must not be the copy itself; `nil` to omit this check.
    static func source(_ file: String, for store: String?) throws(StoreError)
        -> Descriptor
    {
        func refusal(_ reason: String) -> StoreError {
            StoreError(.unreadable, "\(file) \(reason)")
        }
        if file == "-" {
            return Descriptor(dup(STDIN_FILENO))
        }
        let source = Descriptor(open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        guard source.number >= 0 else {
            throw refusal("cannot be read: \(SystemError.last)")
        }
        do {
            guard try FileStatus(file)?.isFile == true else {
                throw refusal("is not a file; name a backup")
            }
            if let store, FileIdentity(store) == FileIdentity(of: source) {
                throw refusal("is the store itself; name a backup")
            }
            guard try FileStatus(file + "-wal")?.size ?? 0 == 0 else {
                throw refusal(
                    "is a store in use, with changes in \(file)-wal; name the file of a backup instead"
                )
            }
            return source
        } catch let error as StoreError {
            throw error
        } catch {
            throw refusal("cannot be read: \(error)")
        }
    }

    /// - Parameter name: The file's name in errors.
    private static func wholeContents(of file: String, named name: String)
        throws(StoreError)
        -> StoreContents
    {
        let report: (problems: [String], contents: StoreContents?)
        do {
            report = try StoreCheck.report(of: file)
        } catch {
            guard error.kind == .newer else {
                throw StoreError(
                    .corrupt,
                    "\(name) is damaged or not a store of diced; nothing was changed"
                )
            }
            throw StoreError(.newer, name + error.description.dropFirst(file.count))
        }
        guard let contents = report.contents else {
            throw StoreError(
                .corrupt,
                "\(name) is damaged (\(report.problems.first ?? "")); nothing was changed"
            )
        }
        return contents
    }
}
