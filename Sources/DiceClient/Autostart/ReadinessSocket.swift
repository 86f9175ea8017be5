import Glibc
import Unix

/// The `$NOTIFY_SOCKET` of sd_notify(3), on which a daemon says that it is ready.
final class ReadinessSocket {
    let descriptor: Int32
    /// What the daemon gets as `$NOTIFY_SOCKET`.
    let name: String

    /// Nil if none can be made. A file in `folder`, removed with the value.
    init?(folder: String) {
        let path = "\(folder)/ready.\(getpid())"
        unlink(path)
        guard let address = SocketAddress(path: path), let socket = try? Descriptor.socket(.datagram),
            (try? address.bind(socket.number)) != nil
        else { return nil }
        descriptor = socket.release()
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
