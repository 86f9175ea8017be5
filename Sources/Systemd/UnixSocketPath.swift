internal import Glibc

/// Reads the file system path of a Unix socket.
enum UnixSocketPath {
    /// The path that `descriptor` is bound to; nil where there is none, or none that is UTF-8.
    static func bound(to descriptor: CInt) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, CInt(address.sun_family) == AF_UNIX else { return nil }
        return withUnsafeBytes(of: address.sun_path) { bytes in
            let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
            let path = bytes.prefix(Int(length) - offset).prefix { $0 != 0 }
            return path.isEmpty ? nil : String(validating: path, as: UTF8.self)
        }
    }
}
