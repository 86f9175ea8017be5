internal import Glibc

/// The system's journal, as a place that log records may go to.
public enum Journal {
    /// Whether `descriptor` (standard error unless told) is the stream that systemd connected to the journal.
    ///
    /// False when the output was redirected since: `$JOURNAL_STREAM` names another file then.
    public static func isConnected(to descriptor: CInt = 2) -> Bool {
        isConnected(to: descriptor, announced: getenv("JOURNAL_STREAM").map { String(cString: $0) })
    }

    static func isConnected(to descriptor: CInt, announced: String?) -> Bool {
        guard let announced, let stream = FileIdentity(parsing: announced) else { return false }
        return stream == FileIdentity(descriptor: descriptor)
    }
}

/// Device and inode: what makes two descriptors the same file.
struct FileIdentity: Equatable {
    let device: UInt64
    let inode: UInt64

    /// Reads `DEVICE:INODE`, both decimal; nil for anything else.
    init?(parsing text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
        self.device = device
        self.inode = inode
    }

    /// Nil where the descriptor is not open.
    init?(descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
