internal import CSystemd
internal import Glibc

/// Tells the service manager how the daemon is doing, by `sd_notify(3)`; does nothing outside systemd.
///
/// Every call is one datagram, so the parts of one call are seen together or not at all.
/// The environment is read on each call and never changed.
public struct ServiceNotifier: Sendable {
    /// What became of a notification. A failure is worth a log line, never an exit.
    public enum Delivery: Sendable, Equatable {
        case sent
        /// `$NOTIFY_SOCKET` is not set: nobody asked to be told.
        case notSupervised
        /// The datagram could not be sent, for the reason in this `errno`.
        case failed(CInt)
    }

    public init() {}

    /// Whether a service manager listens: `$NOTIFY_SOCKET` is set.
    public var isSupervised: Bool {
        guard let path = getenv("NOTIFY_SOCKET") else { return false }
        return path.pointee != 0
    }

    /// The unit's `WatchdogSec=` where it is set for this process, else nil.
    ///
    /// The manager kills a daemon that is silent for this long: call ``watchdog()`` about twice in each.
    public var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(microseconds)
    }

    /// Start-up is done: clients may connect.
    @discardableResult
    public func ready(status: String? = nil) -> Delivery {
        send(["READY=1"] + statusAssignment(status))
    }

    /// Shutdown has begun.
    @discardableResult
    public func stopping(status: String? = nil) -> Delivery {
        send(["STOPPING=1"] + statusAssignment(status))
    }

    /// The line that `systemctl status` shows; control characters become spaces and 1,024 bytes are kept.
    @discardableResult
    public func status(_ text: String) -> Delivery {
        send(statusAssignment(text))
    }

    /// The daemon still makes progress.
    @discardableResult
    public func watchdog() -> Delivery {
        send(["WATCHDOG=1"])
    }

    /// Start-up or shutdown needs this much longer from now, in whole microseconds; send it again before that lapses.
    @discardableResult
    public func extendTimeout(by duration: Duration) -> Delivery {
        send(["EXTEND_TIMEOUT_USEC=\(NotifyValue.microseconds(duration))"])
    }

    private func statusAssignment(_ text: String?) -> [String] {
        text.map { ["STATUS=" + NotifyValue.status($0)] } ?? []
    }

    private func send(_ assignments: [String]) -> Delivery {
        let result = sd_notify(0, assignments.joined(separator: "\n"))
        if result < 0 { return .failed(-result) }
        return result == 0 ? .notSupervised : .sent
    }
}
