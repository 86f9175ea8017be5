import Glibc

/// The identity of the file at a path, which differs if another file replaces it.
public struct FileIdentity: Sendable, Equatable {
    private let device: dev_t
    private let number: ino_t

    /// Returns `nil` if there is no file at the path.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Returns `nil` for a descriptor that is not open.
    public init?(of descriptor: borrowing Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
    }
}
