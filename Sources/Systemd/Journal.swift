import Glibc
package import Logging

/// The system's journal as a destination of log records.
package enum Journal {
    /// Returns true if `descriptor` (by default standard error) is the stream that systemd
    /// connected to the journal. Returns false if the output was redirected, because
    /// `$JOURNAL_STREAM` then refers to another file.
    package static func isConnected(to descriptor: CInt = 2) -> Bool {
        isConnected(
            to: descriptor,
            announced: getenv("JOURNAL_STREAM").map { String(cString: $0) }
        )
    }

    /// - Parameter announced: the device and inode of that stream, for example `8:123456`.
    static func isConnected(to descriptor: CInt, announced: String?) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0
            && announced == "\(status.st_dev):\(status.st_ino)"
    }

    /// Returns a log handler that writes to the journal if standard error is connected to it,
    /// otherwise plain lines to standard error.
    package static func logHandler(label: String) -> any LogHandler {
        isConnected()
            ? JournalLogHandler(label: label) : StandardErrorLogHandler(label: label)
    }
}
