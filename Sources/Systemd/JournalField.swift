import CSystemd
import Glibc
import Logging

/// One `NAME=value` of a journal record. The value may be any text, including newlines.
struct JournalField: Equatable {
    let name: String
    let value: String

    /// Returns the fields of a record: systemd.journal-fields(7), then the metadata sorted by name.
    /// The logger's label is `DICED_LOGGER`, and its part before the first dot is
    /// `SYSLOG_IDENTIFIER`: `journalctl -t diced-web`.
    static func all(of event: LogEvent, label: String, metadata: Logger.Metadata)
        -> [JournalField]
    {
        let fields = [
            ("MESSAGE", event.text(with: metadata)),
            ("PRIORITY", String(event.level.syslogPriority)),
            ("SYSLOG_IDENTIFIER", String(label.prefix { $0 != "." })),
            ("CODE_FILE", event.file),
            ("CODE_LINE", String(event.line)),
            ("CODE_FUNC", event.function),
            ("DICED_LOGGER", label),
        ]
        let ours = metadata.sorted { $0.key < $1.key }.map {
            (name(forMetadataKey: $0), $1.plainText)
        }
        return (fields + ours).map { JournalField(name: $0, value: $1) }
    }

    /// Returns a valid field name of at most 64 characters: `table` → `DICED_TABLE`, `client-pid` →
    /// `DICED_CLIENT_PID`.
    static func name(forMetadataKey key: String) -> String {
        let mapped = key.uppercased().unicodeScalars.map { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                ? Character(scalar) : "_"
        }
        return String(("DICED_" + mapped).prefix(64))
    }

    /// Sends the fields as one record by `sd_journal_sendv(3)`; returns 0 or a negative `errno`. If
    /// the system has no journal, drops the record and returns 0.
    static func send(_ fields: [JournalField]) -> CInt {
        var bytes: [UInt8] = []
        let ranges = fields.map { field in
            let start = bytes.count
            bytes += "\(field.name)=\(field.value)".utf8
            return start..<bytes.count
        }
        return bytes.withUnsafeMutableBytes { buffer in
            let vectors = ranges.map { range in
                iovec(
                    iov_base: buffer.baseAddress?.advanced(by: range.lowerBound),
                    iov_len: range.count
                )
            }
            return sd_journal_sendv(vectors, CInt(vectors.count))
        }
    }
}
