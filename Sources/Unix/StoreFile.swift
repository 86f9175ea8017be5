import Glibc

/// What any program can see of a store of diced.
public enum StoreFile {
    /// The number by which SQLite knows the application's files (sqlite.org/fileformat.html, offset
    /// 68 of the header).
    public static let applicationID: Int64 = 0x6469_6365

    /// Whether the file is a database of ours, as its header says. Only for a file that this
    /// process has no connection to: looking at it drops the locks of SQLite.
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
