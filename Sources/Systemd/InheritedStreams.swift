internal import CSystemd
internal import Glibc

/// The listening stream sockets of a unit that has one of Unix, and perhaps one of TCP.
public struct InheritedStreams: Sendable {
    public let unix: InheritedSocket
    /// One of IPv4 or IPv6.
    public let internet: InheritedSocket?

    /// Non-blocking and close-on-exec; nil when no socket was passed at all. Throws where there are others.
    public static func all() throws(InheritedSocketError) -> InheritedStreams? {
        let sockets = try InheritedSocket.all()
        if sockets.isEmpty { return nil }
        let internet = sockets.filter(\.isListeningInternetStream)
        let unix = sockets.filter(\.isListeningUnixStream)
        guard sockets.count == internet.count + unix.count, unix.count == 1, internet.count <= 1 else {
            throw .notOneEach(sockets.map(\.name))
        }
        for socket in sockets { try socket.prepare() }
        return InheritedStreams(unix: unix[0], internet: internet.first)
    }
}

extension InheritedSocket {
    /// Whether it is of TCP.
    var isListeningInternetStream: Bool {
        [AF_INET, AF_INET6].contains { sd_is_socket(descriptor, $0, CInt(SOCK_STREAM.rawValue), 1) > 0 }
    }
}
