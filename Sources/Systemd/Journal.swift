import Glibc
package import Logging

/// The system's journal, as a place that log records may go to.
package enum Journal {
    /// Whether `descriptor` (standard error unless told) is the stream that systemd connected to
    /// the journal. False if the output was redirected since: `$JOURNAL_STREAM` names another file
    /// then.
    package static func isConnected(to descriptor: CInt = 2) -> Bool {
        isConnected(
            to: descriptor,
            announced: getenv("JOURNAL_STREAM").map { String(cString: $0) }
        )
    }

    /// - Parameter announced: the device and the inode of that stream, as `8:123456`.
    static func isConnected(to descriptor: CInt, announced: String?) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0
            && announced == "\(status.st_dev):\(status.st_ino)"
    }

    /// What writes log records: to the journal if standard error is connected to it, else as plain
    /// lines there.
    package static func logHandler(label: String) -> any LogHandler {
        isConnected()
            ? JournalLogHandler(label: label) : StandardErrorLogHandler(label: label)
    }
}
