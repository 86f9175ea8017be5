import Glibc
import Unix

/// Links in the state folder that name the files of a backup that is being made, so that the next
/// start removes what a crash has left, wherever it is.
enum BackupNote {
    private static let prefix = "diced.backup."

    /// Makes a link to a file that a `PartialFile` has made. Returns its path, for whoever removes
    /// it.
    static func link(to path: String, in folder: String) throws(SystemError) -> String {
        let note = "\(folder)/\(prefix)\(suffix(of: path))"
        guard symlink(path, note) == 0 else { throw SystemError.last }
        return note
    }

    /// Removes the files that links in the folder name, and the links. The folder's owner alone can
    /// have made them.
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

    /// What makes the name unlike others.
    private static func suffix(of path: String) -> Substring {
        path.suffix(6)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid()
    }
}
