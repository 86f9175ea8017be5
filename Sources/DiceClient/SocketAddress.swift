internal import Glibc

/// The address of a Unix socket, as the system calls take it.
struct SocketAddress {
    /// Bytes of the longest path.
    static let maximumLength = 107

    private var address = sockaddr_un()

    /// Nil when the path is too long for a socket.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.maximumLength, !bytes.isEmpty, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// `call` is bind(2) or connect(2).
    func passed<Result>(to call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
