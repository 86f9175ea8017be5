public import Logging

/// Chooses where log records go; made for `LoggingSystem.bootstrap(SystemLogHandler.make(label:))`.
public enum SystemLogHandler {
    /// The journal where standard error is connected to it, else plain lines on standard error.
    public static func make(label: String) -> any LogHandler {
        make(label: label, journal: Journal.isConnected())
    }

    static func make(label: String, journal: Bool) -> any LogHandler {
        journal ? JournalLogHandler(label: label) : StandardErrorLogHandler(label: label, style: .plain)
    }
}
