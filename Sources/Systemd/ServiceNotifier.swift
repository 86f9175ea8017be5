import CSystemd
import Unix

/// Tells the service manager how the daemon is doing, by the protocol of `sd_notify(3)`; does
/// nothing outside systemd.
///
/// Every call is one datagram, so the parts of one call are seen together or not at all. No call
/// waits: if the manager's queue is full, the newest message of each kind is sent later.
/// `$NOTIFY_SOCKET` is read when the value is made, and never changed.
package struct ServiceNotifier: Sendable {
    private let send: @Sendable (String) -> Void

    /// - Parameter send: what takes each datagram; `nil` for the manager. A datagram that cannot be
    ///   sent at all is lost: nobody else would hear of it.
    package init(send: (@Sendable (String) -> Void)? = nil) {
        if let send {
            self.send = send
            return
        }
        let name = (try? ProcessText.variable("NOTIFY_SOCKET")) ?? nil
        let sender = name.flatMap { NotificationSender(to: $0) }
        self.send = { sender?.send($0) }
    }

    /// The unit's `WatchdogSec=` if it is set for this process, else nil.
    ///
    /// The manager kills a daemon that is silent for this long: call ``watchdog()`` about twice in
    /// each.
    package var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(microseconds)
    }

    /// Start-up is done: clients may connect.
    package func ready(status: String? = nil) {
        send("READY=1" + more(status))
    }

    /// Shutdown has begun.
    package func stopping(status: String? = nil) {
        send("STOPPING=1" + more(status))
    }

    /// The line that `systemctl status` shows; control characters become spaces and 1,024 bytes are
    /// kept.
    package func status(_ text: String) {
        send("STATUS=" + NotifyValue.status(text))
    }

    /// The daemon still makes progress.
    package func watchdog() {
        send("WATCHDOG=1")
    }

    /// Start-up or shutdown needs this much longer from now, in whole microseconds; send it again
    /// before that lapses.
    package func extendTimeout(by duration: Duration) {
        send("EXTEND_TIMEOUT_USEC=\(NotifyValue.microseconds(duration))")
    }

    private func more(_ status: String?) -> String {
        status.map { "\nSTATUS=" + NotifyValue.status($0) } ?? ""
    }
}
