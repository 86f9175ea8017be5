import Glibc
package import Logging
import Unix

/// Writes each record as one line to standard error in a single write, and drops it if no one can
/// read it.
///
/// Newlines and other control characters are escaped. The process survives a closed pipe if it
/// ignores SIGPIPE, and a full pipe if the pipe does not block.
package struct StandardErrorLogHandler: LogHandler {
    /// The beginning of a line.
    package enum LineStyle: Sendable {
        /// `2026-11-21T10:00:00Z info message key=value`, for people and files.
        case plain
        /// `<6>message key=value`, for a stream that adds the time and parses priorities as in
        /// `sd-daemon(3)`.
        case priorityPrefix
    }

    package var logLevel: Logger.Level {
        get { threshold.level ?? ownLevel }
        set { ownLevel = newValue }
    }
    package var metadata = Logger.Metadata()
    package var metadataProvider = LoggingSystem.metadataProvider

    /// The logger's name, which is not part of the lines.
    package let label: String
    private let style: LineStyle
    private let descriptor: CInt
    private let threshold: LogThreshold
    private var ownLevel = Logger.Level.info

    package init(label: String, style: LineStyle = .plain) {
        self.init(label: label, style: style, descriptor: STDERR_FILENO)
    }

    init(
        label: String,
        style: LineStyle,
        descriptor: CInt,
        threshold: LogThreshold = .process
    ) {
        self.label = label
        self.style = style
        self.descriptor = descriptor
        self.threshold = threshold
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        write(event, metadata: effectiveMetadata(of: event))
    }

    /// Writes a record whose metadata is complete.
    func write(_ event: LogEvent, metadata: Logger.Metadata) {
        let start =
            switch style {
            case .plain: "\(Self.time(Glibc.time(nil))) \(event.level) "
            case .priorityPrefix: "<\(event.level.syslogPriority)>"
            }
        let line =
            start
            + OneLine.record(message: event.message.description, metadata: metadata)
            + "\n"
        let bytes = Array(line.utf8)
        var written: Int
        repeat {
            written = Glibc.write(descriptor, bytes, bytes.count)
        } while written < 0 && errno == EINTR
    }

    /// Formats seconds since 1970 as `2026-11-21T10:00:00Z`.
    static func time(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            guard let text = buffer.baseAddress,
                strftime(text, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0
            else { return "-" }
            return String(cString: text)
        }
    }
}

extension LogHandler {
    /// Merges metadata in order of precedence: the event's, the provider's, the handler's. Adds the
    /// event's error as `error.message` and `error.type`.
    func effectiveMetadata(of event: LogEvent) -> Logger.Metadata {
        var result = metadata
        result.merge(metadataProvider?.get() ?? [:]) { _, provided in provided }
        result.merge(event.metadata ?? [:]) { _, explicit in explicit }
        if let error = event.error {
            result["error.message"] = "\(error)"
            result["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        return result
    }
}

extension Logger.MetadataValue {
    /// A string unchanged; `[a, b]` for an array; `[k: v]` in key order for a dictionary.
    var plainText: String {
        switch self {
        case .string(let text): text
        case .stringConvertible(let value): value.description
        case .array(let values): "[\(values.map(\.plainText).joined(separator: ", "))]"
        case .dictionary(let values):
            "[\(values.sorted { $0.key < $1.key }.map { "\($0): \($1.plainText)" }.joined(separator: ", "))]"
        }
    }
}

extension Logger.Level {
    /// The priority of `syslog(3)`, 2 (critical) to 7 (debug and trace).
    var syslogPriority: CInt {
        switch self {
        case .trace, .debug: LOG_DEBUG
        case .info: LOG_INFO
        case .notice: LOG_NOTICE
        case .warning: LOG_WARNING
        case .error: LOG_ERR
        case .critical: LOG_CRIT
        }
    }
}

extension OneLine {
    /// Returns the message, then `key=value` pairs sorted by key.
    static func record(message: String, metadata: Logger.Metadata) -> String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { key, value in
            "\(word(key))=\(word(value.plainText))"
        }
        return ([escaped(message)] + pairs).joined(separator: " ")
    }
}
