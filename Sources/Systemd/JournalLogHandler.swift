package import Logging

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
