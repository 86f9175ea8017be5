internal import Glibc

/// The `$NOTIFY_SOCKET` of sd_notify(3), on which a daemon says that it is ready.
final class ReadinessSocket {
    let descriptor: Int32
    /// What the daemon gets as `$NOTIFY_SOCKET`.
    let name: String

    /// Nil where there is none to be had. A file in `folder`, gone with the value.
    init?(folder: String) {
        let path = "\(folder)/ready.\(getpid())"
        guard let address = SocketAddress(path: path) else { return nil }
        let opened = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard opened >= 0 else { return nil }
        unlink(path)
        guard address.passed(to: { bind(opened, $0, $1) }) == 0 else {
            close(opened)
            return nil
        }
        descriptor = opened
        name = path
    }

    deinit {
        close(descriptor)
        unlink(name)
    }

    /// Takes what has arrived: it only had to wake the one who waits.
    func drain() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
    }
}
