import Glibc

/// A file that has no name of its own until it is whole: it is written beside its place, for its
/// user alone (0600), and removed if it is never finished.
public struct PartialFile: ~Copyable {
    /// Where it is written.
    public let path: String
    private let place: String
    private let file: Descriptor

    /// Makes an empty file beside `place`.
    public init(for place: String) throws(SystemError) {
        var template = Array((place + ".XXXXXX").utf8CString)
        file = try Descriptor(checking: mkstemp(&template))
        _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
        path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        self.place = place
    }

    deinit {
        unlink(path)
    }

    /// Adds bytes to the end.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try file.write(bytes)
    }

    /// Takes the name away, and leaves the bytes to whoever reads them, from the start.
    public consuming func unnamed() throws(SystemError) -> Descriptor {
        // Another program may have put another file there.
        let reading = try Descriptor.open(path, O_RDONLY)
        guard FileIdentity(of: reading) == FileIdentity(of: file) else {
            throw SystemError(ENOENT)
        }
        return reading
    }

    /// Puts a file of these bytes in `place`, whatever is there. Returns its size once the disk has
    /// it.
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

    /// Gives it its name once the disk has all of it. Returns its size in bytes. Throws `EEXIST` if
    /// there is a file that is not to be replaced.
    public consuming func finish(replacing: Bool) throws(SystemError) -> Int {
        var status = stat()
        guard fsync(file.number) == 0, fstat(file.number, &status) == 0 else {
            throw SystemError.last
        }
        guard (replacing ? rename(path, place) : link(path, place)) == 0 else {
            throw SystemError.last
        }
        let slash = place.lastIndex(of: "/")
        let folder = try Descriptor.open(
            slash.map { String(place[...$0]) } ?? ".",
            O_RDONLY | O_DIRECTORY
        )
        guard fsync(folder.number) == 0 else { throw SystemError.last }
        return Int(status.st_size)
    }
}
