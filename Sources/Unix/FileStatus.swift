public import Glibc

/// What the system knows of a file: stat(2), which follows links.
public struct FileStatus: Sendable {
    public let isFolder: Bool
    public let isFile: Bool
    /// In bytes.
    public let size: Int
    /// The permissions, with the bits beside them.
    public let mode: mode_t
    public let owner: uid_t

    /// `nil` if nothing is there.
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
