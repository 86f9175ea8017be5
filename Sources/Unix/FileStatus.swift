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

    /// Nil if nothing is there.
    public init?(_ path: String) throws(SystemError) {
        var info = stat()
        guard stat(path, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw SystemError.last
        }
        let type = info.st_mode & S_IFMT
        (isFolder, isFile) = (type == S_IFDIR, type == S_IFREG)
        (size, mode, owner) = (Int(info.st_size), info.st_mode & 0o7777, info.st_uid)
    }
}

/// Which file a path leads to: it tells a file from another that has taken its place.
public struct FileIdentity: Sendable, Equatable {
    private let device: dev_t
    private let number: ino_t

    /// Nil if the path leads to no file.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil for a descriptor that is not open.
    public init?(of descriptor: borrowing Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
}
