import Glibc

/// A temporary file that gets its final name when it is complete. It is created in the same folder
/// with mode 0600, and removed if it is never completed.
public struct PartialFile: ~Copyable {
    /// The temporary path.
    public let path: String
    private let target: String
    private let file: Descriptor

    /// Creates an empty file next to `place`.
    public init(for place: String) throws(SystemError) {
        var template = Array((place + ".XXXXXX").utf8CString)
        file = try Descriptor(checking: mkstemp(&template))
        _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
        path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        self.target = place
    }

    deinit {
        unlink(path)
    }

    /// Adds bytes to the end.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try file.write(bytes)
    }

    /// Removes the name and returns a descriptor that reads from the start.
    public consuming func unnamed() throws(SystemError) -> Descriptor {
        // Another program may have replaced the file.
        let reading = try Descriptor.open(path, O_RDONLY)
        guard FileIdentity(of: reading) == FileIdentity(of: file) else {
            throw SystemError(ENOENT)
        }
        return reading
    }

    /// Replaces the file at `place` by one with these bytes. Returns its size once it is on disk.
    @discardableResult
    public static func replace(
        _ place: String,
        with bytes: [UInt8],
        mode: UInt32 = 0o600
    )
        throws(SystemError) -> Int
    {
        let new = try PartialFile(for: place)
        guard Glibc.write(new.file.number, bytes, bytes.count) == bytes.count,
            fchmod(new.file.number, mode) == 0
        else {
            throw SystemError.last
        }
        return try new.finish(replacing: true)
    }

    /// Renames the file to its final name once all of it is on disk. Returns its size in bytes.
    /// Throws `EEXIST` if a file exists that must not be replaced.
    public consuming func finish(replacing: Bool) throws(SystemError) -> Int {
        var status = stat()
        guard fsync(file.number) == 0, fstat(file.number, &status) == 0 else {
            throw SystemError.last
        }
        guard (replacing ? rename(path, target) : link(path, target)) == 0 else {
            throw SystemError.last
        }
        let slash = target.lastIndex(of: "/")
        let folder = try Descriptor.open(
            slash.map { String(target[...$0]) } ?? ".",
            O_RDONLY | O_DIRECTORY
        )
        guard fsync(folder.number) == 0 else { throw SystemError.last }
        return Int(status.st_size)
    }
}
