import CSystemd
import Glibc
package import Logging

/// The system's journal, as a place that log records may go to.
package enum Journal {
    /// Whether `descriptor` (standard error unless told) is the stream that systemd connected to the journal. False if
    /// the output was redirected since: `$JOURNAL_STREAM` names another file then.
    package static func isConnected(to descriptor: CInt = 2) -> Bool {
        isConnected(to: descriptor, announced: getenv("JOURNAL_STREAM").map { String(cString: $0) })
    }

    /// - Parameter announced: the device and the inode of that stream, as `8:123456`.
    static func isConnected(to descriptor: CInt, announced: String?) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && announced == "\(status.st_dev):\(status.st_ino)"
    }
}

/// One `NAME=value` of a journal record. The value may hold any text, newlines too.
struct JournalField: Equatable {
    let name: String
    let value: String

    /// `table` → `DICED_TABLE`, `client-pid` → `DICED_CLIENT_PID`: a valid field name of at most 64 characters.
    static func name(forMetadataKey key: String) -> String {
        let mapped = key.uppercased().unicodeScalars.map { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
        }
        return String(("DICED_" + mapped).prefix(64))
    }

    /// Sends the fields as one record by `sd_journal_sendv(3)`; returns 0 or a negative `errno`. Without a journal on
    /// the system the record is dropped and the result is 0.
    static func send(_ fields: [JournalField]) -> CInt {
        var bytes: [UInt8] = []
        let ranges = fields.map { field in
            let start = bytes.count
            bytes += "\(field.name)=\(field.value)".utf8
            return start..<bytes.count
        }
        return bytes.withUnsafeMutableBytes { buffer in
            let vectors = ranges.map { range in
                iovec(iov_base: buffer.baseAddress?.advanced(by: range.lowerBound), iov_len: range.count)
            }
            return sd_journal_sendv(vectors, CInt(vectors.count))
        }
    }
}

/// Writes each record to the journal with its metadata as fields: `journalctl DICED_TABLE=default` finds them.
///
/// A field's name is `DICED_` and the metadata key in capitals, with `_` for what a field name cannot hold.
/// The logger's label is `DICED_LOGGER`, and what stands before its first dot `SYSLOG_IDENTIFIER`:
/// `journalctl -t diced-web`. A record that the journal refuses goes to standard error.
package struct JournalLogHandler: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata = Logger.Metadata()
    package var metadataProvider = LoggingSystem.metadataProvider

    private let label: String
    private let send: @Sendable ([JournalField]) -> CInt
    private let fallback: StandardErrorLogHandler

    package init(label: String) {
        self.init(
            label: label, send: { JournalField.send($0) },
            fallback: StandardErrorLogHandler(label: label, style: .priorityPrefix))
    }

    init(label: String, send: @escaping @Sendable ([JournalField]) -> CInt, fallback: StandardErrorLogHandler) {
        (self.label, self.send, self.fallback) = (label, send, fallback)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let metadata = effectiveMetadata(of: event)
        let fields = [
            ("MESSAGE", event.message.description), ("PRIORITY", String(event.level.syslogPriority)),
            ("SYSLOG_IDENTIFIER", String(label.prefix { $0 != "." })), ("CODE_FILE", event.file),
            ("CODE_LINE", String(event.line)), ("CODE_FUNC", event.function), ("DICED_LOGGER", label),
        ]
        let ours = metadata.sorted { $0.key < $1.key }.map { (JournalField.name(forMetadataKey: $0), $1.plainText) }
        if send((fields + ours).map { JournalField(name: $0, value: $1) }) < 0 {
            fallback.write(event, metadata: metadata)
        }
    }
}
