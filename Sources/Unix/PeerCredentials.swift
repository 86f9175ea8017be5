import Glibc

/// The process at the other end of a Unix socket, at the time of connection.
///
/// The members match those of `struct ucred` (unix(7)) in order, so that the value can be used for
/// the socket option directly.
public struct PeerCredentials: Sendable, Hashable {
    public let pid: Int32
    public let uid: UInt32
    public let gid: UInt32

    /// The `SOL_SOCKET` option of getsockopt(2) with this value.
    public static let option = SO_PEERCRED

    /// Reads the credentials of the other end of a connected socket.
    public init(of socket: Int32) throws(SystemError) {
        var value: (Int32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: value))
        guard getsockopt(socket, SOL_SOCKET, Self.option, &value, &size) == 0 else {
            throw SystemError.last
        }
        pid = value.0
        uid = value.1
        gid = value.2
    }
}
