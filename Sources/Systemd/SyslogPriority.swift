internal import Glibc
internal import Logging

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
