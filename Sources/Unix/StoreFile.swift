import Glibc

/// Facts about a store of diced that any program can check.
public enum StoreFile {
    /// The application id in the header of SQLite files (sqlite.org/fileformat.html, offset 68).
    public static let applicationID: Int64 = 0x6469_6365

    /// Returns true if the file's header is that of a diced database. Only use it for files that
    /// this process has no connection to: it drops SQLite's locks.
    public static func isOurs(_ path: String) throws(SystemError) -> Bool {
        let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        var header = [UInt8](repeating: 0, count: 72)
        guard pread(file.number, &header, header.count, 0) == header.count else {
            return false
        }
        return header.starts(with: "SQLite format 3\0".utf8)
            && header[68...].reduce(0, { $0 << 8 | Int64($1) }) == applicationID
    }
}
