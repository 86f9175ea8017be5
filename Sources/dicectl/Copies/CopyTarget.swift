import DiceFollowing
import DiceModel
import Glibc
import Unix

/// The destination of a copy that the daemon sends.
enum CopyTarget {
    /// The absolute path of a file; `replacing` allows an older copy to be replaced.
    case file(String, replacing: Bool)
    /// A folder in which each copy is named after its instant; the newest `keeping` copies remain.
    case row(String, keeping: Int)

    var replaces: Bool {
        if case .file(_, let replacing) = self { replacing } else { false }
    }

    /// Throws `declined` if the copy could not be created. Does not change anything.
    func check() throws(CommandError) {
        guard case .file(let path, let replacing) = self else { return }
        do {
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            guard try FileStatus(folder)?.isFolder == true else {
                throw SystemError(ENOENT)
            }
            if try FileStatus(folder + "diced.lock") != nil {
                throw CommandError.declined(
                    "\(path) is in a state folder of diced; name a file in another folder"
                )
            }
            var status = stat()
            guard lstat(path, &status) == 0 else {
                return try Self.checkWritable(folder)
            }
            guard replacing else { throw Self.exists(path) }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                try StoreFile.isOurs(path)
            else {
                throw CommandError.declined(
                    "\(path) is not a backup that you own; name another file"
                )
            }
            try Self.checkWritable(folder)
        } catch let error as CommandError {
            throw error
        } catch {
            throw Self.unwritable(path, error)
        }
    }

    /// Returns the path of the copy, and creates the folder of a series of copies.
    func place() throws(CommandError) -> String {
        switch self {
        case .file(let path, _): return path
        case .row(let folder, _):
            do {
                _ = try OwnFolder(making: folder)
            } catch {
                throw .declined(
                    "the folder \(folder) cannot be created: \(error); name another one"
                )
            }
            let now = Timestamp(
                millisecondsSinceEpoch: Int64(TimeWords.current.now) * 1_000
            )
            return folder + "/"
                + BackupName.first(at: now) { FileIdentity("\(folder)/\($0)") != nil }
        }
    }

    /// Removes the oldest copies of a series after one was added.
    func removeOldest(new path: String) throws(CommandError) {
        guard case .row(let folder, let count) = self else { return }
        let name = String(path.dropFirst(folder.count + 1))
        let names = (try? FolderNames.all(in: folder)) ?? []
        for old in BackupName.surplus(among: names, keeping: count, new: name)
        where unlink("\(folder)/\(old)") != 0 {
            let reason = SystemError.last
            throw .declined(
                "\(path) was written, but the old copy \(folder)/\(old) cannot be removed: \(reason)"
            )
        }
    }

    static func exists(_ path: String) -> CommandError {
        .declined("\(path) exists; name another file, or add --force to replace it")
    }

    static func unwritable(_ path: String, _ reason: any Error) -> CommandError {
        .declined("\(path) cannot be written: \(reason); no file was created")
    }

    private static func checkWritable(_ folder: String) throws(SystemError) {
        guard access(folder, W_OK | X_OK) == 0 else { throw SystemError.last }
    }
}
