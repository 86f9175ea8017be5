import CSpawn
import Glibc

/// A running process, held by pidfd_open(2): unlike its pid, the value never refers to another
/// process.
public struct RunningProcess: ~Copyable {
    private let file: Descriptor

    /// Returns `nil` if no process has this pid.
    public init?(pid: Int) {
        guard let pid = pid_t(exactly: pid), pid > 0 else { return nil }
        let descriptor = pidfd_open(pid, 0)
        guard descriptor >= 0 else { return nil }
        file = Descriptor(descriptor)
    }

    /// A descriptor that becomes readable when the process has ended.
    public var descriptor: Int32 { file.number }

    public var hasEnded: Bool {
        var entry = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Sends `SIGTERM`. Returns false if that is not permitted, or if the process has ended.
    @discardableResult public func terminate() -> Bool {
        pidfd_send_signal(file.number, SIGTERM, nil, 0) == 0
    }
}
