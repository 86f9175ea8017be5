import CSystemd
import Unix

/// Reports the daemon's state to the service manager by the protocol of `sd_notify(3)`; does
/// nothing outside systemd.
///
/// Each call sends one datagram, so its parts arrive together or not at all. No call blocks: if the
/// manager's queue is full, the newest message of each kind is sent later. `$NOTIFY_SOCKET` is read
/// at initialization and never changed.
package struct ServiceNotifier: Sendable {
    private let send: @Sendable (String) -> Void

    /// - Parameter send: sends each datagram; `nil` for the manager. A datagram that cannot be sent
    ///   is lost without an error, because there is no one else to report it to.
    package init(send: (@Sendable (String) -> Void)? = nil) {
        if let send {
            self.send = send
            return
        }
        let name = (try? ProcessText.variable("NOTIFY_SOCKET")) ?? nil
        let sender = name.flatMap { NotificationSender(to: $0) }
        self.send = { sender?.send($0) }
    }

    /// The unit's `WatchdogSec=` if it is set for this process, otherwise `nil`.
    ///
    /// The manager kills a daemon that is silent for this long: call ``watchdog()`` about twice in
    /// each interval.
    package var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(microseconds)
    }

    /// Reports that start-up is complete: clients may connect.
    package func ready(status: String? = nil) {
        send("READY=1" + more(status))
    }

    /// Reports that shutdown has begun.
    package func stopping(status: String? = nil) {
        send("STOPPING=1" + more(status))
    }

    /// Sets the line that `systemctl status` shows. Control characters become spaces, and the text
    /// is cut at 1,024 bytes.
    package func status(_ text: String) {
        send("STATUS=" + NotifyValue.status(text))
    }

    /// Reports that the daemon is still making progress.
    package func watchdog() {
        send("WATCHDOG=1")
    }

    /// Extends the time for start-up or shutdown by this duration from now, in whole microseconds.
    /// Send it again before the time lapses.
    package func extendTimeout(by duration: Duration) {
        send("EXTEND_TIMEOUT_USEC=\(NotifyValue.microseconds(duration))")
    }

    private func more(_ status: String?) -> String {
        status.map { "\nSTATUS=" + NotifyValue.status($0) } ?? ""
    }
}
