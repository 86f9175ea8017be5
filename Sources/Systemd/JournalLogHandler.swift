public import Logging

/// Writes each record to the journal with its metadata as fields: `journalctl DICED_TABLE=default` finds them.
///
/// A field's name is `DICED_` and the metadata key in capitals, with `_` for what a field name cannot hold.
/// The logger's label is `DICED_LOGGER`, and what stands before its first dot `SYSLOG_IDENTIFIER`:
/// `journalctl -t diced-web`. A record that the journal refuses goes to standard error.
public struct JournalLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata = Logger.Metadata()
    public var metadataProvider = LoggingSystem.metadataProvider

    private let label: String
    private let send: @Sendable ([JournalField]) -> CInt
    private let fallback: StandardErrorLogHandler

    public init(label: String) {
        self.init(
            label: label, send: { JournalField.send($0) },
            fallback: StandardErrorLogHandler(label: label, style: .priorityPrefix))
    }

    init(
        label: String, send: @escaping @Sendable ([JournalField]) -> CInt, fallback: StandardErrorLogHandler
    ) {
        self.label = label
        self.send = send
        self.fallback = fallback
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let metadata = effectiveMetadata(of: event)
        guard send(fields(of: event, metadata: metadata)) < 0 else { return }
        fallback.write(event, metadata: metadata)
    }

    private var identifier: String { String(label.prefix { $0 != "." }) }

    private func fields(of event: LogEvent, metadata: Logger.Metadata) -> [JournalField] {
        [
            JournalField(name: "MESSAGE", value: event.message.description),
            JournalField(name: "PRIORITY", value: String(event.level.syslogPriority)),
            JournalField(name: "SYSLOG_IDENTIFIER", value: identifier),
            JournalField(name: "CODE_FILE", value: event.file),
            JournalField(name: "CODE_LINE", value: String(event.line)),
            JournalField(name: "CODE_FUNC", value: event.function),
            JournalField(name: "DICED_LOGGER", value: label),
        ]
            + metadata.sorted { $0.key < $1.key }.map { key, value in
                JournalField(name: JournalField.name(forMetadataKey: key), value: value.plainText)
            }
    }
}
