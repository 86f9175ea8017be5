import Glibc
import Unix

/// The `$NOTIFY_SOCKET` of sd_notify(3), on which a daemon reports that it is ready.
final class ReadinessSocket {
    let descriptor: Int32
    /// The daemon's value of `$NOTIFY_SOCKET`.
    let name: String

    /// Makes a socket file in `folder`, which is removed with the value; `nil` if it cannot be
    /// made.
    init?(folder: String) {
        let path = "\(folder)/ready.\(getpid())"
        unlink(path)
        guard let address = SocketAddress(path: path),
            let socket = try? Descriptor.socket(.datagram),
            (try? address.bind(socket.number)) != nil
        else { return nil }
        descriptor = socket.release()
        name = path
    }

    deinit {
        close(descriptor)
        unlink(name)
    }

    /// Reads all messages. Returns the newest status reported by a daemon that is not ready yet;
    /// `nil` if there is none.
    func drain() -> String? {
        var status: String?
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return status }
            let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(
                separator: "\n"
            )
            guard !lines.contains("READY=1") else { continue }
            status =
                lines.last { $0.hasPrefix("STATUS=") }.map { String($0.dropFirst(7)) }
                ?? status
        }
    }
}
