public import Glibc

/// The status of a file, from stat(2), which follows links.
public struct FileStatus: Sendable {
    public let isFolder: Bool
    public let isFile: Bool
    /// The size in bytes.
    public let size: Int
    /// The permissions, including the set-uid, set-gid and sticky bits.
    public let mode: mode_t
    public let owner: uid_t

    /// Returns `nil` if the file does not exist.
    public init?(_ path: String) throws(SystemError) {
        var info = stat()
        guard stat(path, &info) == 0 else {
            if errno == ENOENT {
                return nil
            }
            throw SystemError.last
        }
        let type = info.st_mode & S_IFMT
        isFolder = type == S_IFDIR
        isFile = type == S_IFREG
        size = Int(info.st_size)
        mode = info.st_mode & 0o7777
        owner = info.st_uid
    }
}
