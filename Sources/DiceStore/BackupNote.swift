import Glibc
import Unix

/// Links in the state folder to the files of an unfinished backup, so that the next start removes
/// the leftovers of a crash, wherever they are.
enum BackupNote {
    private static let prefix = "diced.backup."

    /// Creates a link to a file of a `PartialFile`. Returns the link's path, so that the link can
    /// be removed.
    static func link(to path: String, in folder: String) throws(SystemError) -> String {
        let note = "\(folder)/\(prefix)\(suffix(of: path))"
        guard symlink(path, note) == 0 else { throw SystemError.last }
        return note
    }

    /// Removes the files that the links in the folder point to, and the links themselves. Only the
    /// folder's owner can have created them.
    static func removeLeft(in folder: String) {
        for name in (try? FolderNames.all(in: folder)) ?? []
        where name.hasPrefix(prefix) {
            let note = "\(folder)/\(name)"
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(note, &bytes, bytes.count)
            guard count > 0 else { continue }
            let target = String(
                validating: bytes.prefix(count).map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            if let target, prefix + suffix(of: target) == name, isFile(target) {
                for end in ["", "-journal", "-wal", "-shm"] {
                    unlink(target + end)
                }
            }
            unlink(note)
        }
    }

    /// Returns the part of the path that makes the name unique.
    private static func suffix(of path: String) -> Substring {
        path.suffix(6)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid()
    }
}
