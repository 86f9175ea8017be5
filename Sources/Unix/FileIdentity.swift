import Glibc

/// Which file a path leads to: it tells a file from another that has taken its place.
public struct FileIdentity: Sendable, Equatable {
    private let device: dev_t
    private let number: ino_t

    /// `nil` if the path leads to no file.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// `nil` for a descriptor that is not open.
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
