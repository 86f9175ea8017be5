package import Logging

/// Writes each record to the journal with its metadata as fields, so that `journalctl
/// DICED_TABLE=default` finds it.
///
/// A record that the journal rejects goes to standard error.
package struct JournalLogHandler: LogHandler {
    package var logLevel: Logger.Level {
        get { threshold.level ?? ownLevel }
        set { ownLevel = newValue }
    }
    package var metadata = Logger.Metadata()
    package var metadataProvider = LoggingSystem.metadataProvider

    private let label: String
    private let send: @Sendable ([JournalField]) -> CInt
    private let fallback: StandardErrorLogHandler
    private let threshold: LogThreshold
    private var ownLevel = Logger.Level.info

    package init(label: String) {
        self.init(
            label: label,
            send: { JournalField.send($0) },
            fallback: StandardErrorLogHandler(label: label, style: .priorityPrefix)
        )
    }

    init(
        label: String,
        send: @escaping @Sendable ([JournalField]) -> CInt,
        fallback: StandardErrorLogHandler,
        threshold: LogThreshold = .process
    ) {
        self.label = label
        self.send = send
        self.fallback = fallback
        self.threshold = threshold
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let metadata = effectiveMetadata(of: event)
        if send(JournalField.all(of: event, label: label, metadata: metadata)) < 0 {
            fallback.write(event, metadata: metadata)
        }
    }
}
