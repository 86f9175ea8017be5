internal import Glibc
public import Logging

/// Writes each record as one line to standard error, in one write, and drops it where nobody can read it.
///
/// Newlines and other control characters are escaped. The process survives a closed pipe where it ignores SIGPIPE, and a
/// full one that does not block.
public struct StandardErrorLogHandler: LogHandler {
    /// How a line begins.
    public enum Style: Sendable {
        /// `2026-11-21T10:00:00Z info message key=value`, for people and files.
        case plain
        /// `<6>message key=value`, for a stream that adds the time and reads priorities as `sd-daemon(3)` has them.
        case priorityPrefix
    }

    public var logLevel = Logger.Level.info
    public var metadata = Logger.Metadata()
    public var metadataProvider = LoggingSystem.metadataProvider

    /// The logger's name, which the lines leave out.
    public let label: String
    private let style: Style
    private let descriptor: CInt

    public init(label: String, style: Style = .plain) {
        self.init(label: label, style: style, descriptor: STDERR_FILENO)
    }

    init(label: String, style: Style, descriptor: CInt) {
        self.label = label
        self.style = style
        self.descriptor = descriptor
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        write(event, metadata: effectiveMetadata(of: event))
    }

    /// Writes a record whose metadata is complete.
    func write(_ event: LogEvent, metadata: Logger.Metadata) {
        let start =
            switch style {
            case .plain: "\(Timestamp.utc(time(nil))) \(event.level) "
            case .priorityPrefix: "<\(event.level.syslogPriority)>"
            }
        let line = start + OneLine.record(message: event.message.description, metadata: metadata) + "\n"
        write(Array(line.utf8))
    }

    private func write(_ bytes: [UInt8]) {
        var written: Int
        repeat { written = Glibc.write(descriptor, bytes, bytes.count) } while written < 0 && errno == EINTR
    }
}
