import Glibc

/// The address of a Unix socket, for system calls.
public struct SocketAddress: Sendable {
    /// The maximum length of a path in bytes (unix(7)), without its final NUL.
    public static let maximumLength = 107

    private var address = sockaddr_un()
    private var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    private static let pathOffset =
        MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2

    /// Returns `nil` for a path that no socket can have: empty, with a NUL, or longer than
    /// `maximumLength` bytes.
    public init?(path: String) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.maximumLength, !bytes.isEmpty, !bytes.contains(0)
        else {
            return nil
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Returns the address of an abstract socket (unix(7)), which has no file. Returns `nil` for an
    /// empty name or one longer than `maximumLength` bytes.
    public init?(abstract name: String) {
        let bytes = [0] + Array(name.utf8)
        guard bytes.count > 1, bytes.count <= Self.maximumLength + 1 else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        length = socklen_t(Self.pathOffset + bytes.count)
    }

    /// Returns the address of a bound socket; `nil` if `descriptor` is not a Unix socket.
    public init?(of descriptor: Int32) {
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
    }

    /// The path; `nil` if the socket has none, or one that is not UTF-8.
    public var path: String? {
        withUnsafeBytes(of: address.sun_path) { bytes in
            let path = bytes.prefix(Int(length) - Self.pathOffset).prefix { $0 != 0 }
            return path.isEmpty ? nil : String(validating: path, as: UTF8.self)
        }
    }

    /// Binds a socket to this address.
    public func bind(_ descriptor: Int32) throws(SystemError) {
        guard passed(to: { Glibc.bind(descriptor, $0, $1) }) == 0 else {
            throw SystemError.last
        }
    }

    /// Connects a socket to the listener at this address; continues after signals.
    public func connect(_ descriptor: Int32) throws(SystemError) {
        while passed(to: { Glibc.connect(descriptor, $0, $1) }) != 0 {
            guard errno == EINTR else { throw SystemError.last }
        }
    }

    /// Sends a datagram to the socket at this address; continues after signals. Never blocks:
    /// throws `EAGAIN` if the receiver has no room.
    public func send(_ bytes: [UInt8], from descriptor: Int32) throws(SystemError) {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        while passed(to: { sendto(descriptor, bytes, bytes.count, flags, $0, $1) }) < 0 {
            guard errno == EINTR else { throw SystemError.last }
        }
    }

    private func passed<Result>(to call: (UnsafePointer<sockaddr>, socklen_t) -> Result)
        -> Result
    {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, length)
            }
        }
    }
}
