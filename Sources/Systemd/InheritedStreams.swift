import CSystemd
import Glibc

/// The listening stream sockets of a unit: one Unix socket and an optional TCP socket.
package struct InheritedStreams: Sendable {
    package let unix: InheritedSocket
    /// The TCP socket, IPv4 or IPv6.
    package let internet: InheritedSocket?

    /// Returns the sockets, non-blocking and close-on-exec; `nil` if none was passed. Throws if
    /// there are others.
    package static func all() throws(InheritedSocketError) -> InheritedStreams? {
        let sockets = try InheritedSocket.all()
        if sockets.isEmpty {
            return nil
        }
        let unix = sockets.filter(\.isListeningUnixStream)
        let internet = sockets.filter { socket in
            [AF_INET, AF_INET6].contains {
                sd_is_socket(socket.descriptor, $0, CInt(SOCK_STREAM.rawValue), 1) > 0
            }
        }
        guard sockets.count == internet.count + unix.count, unix.count == 1,
            internet.count <= 1
        else {
            throw .notOneEach(sockets.map(\.name))
        }
        for socket in sockets {
            try socket.prepare()
        }
        return InheritedStreams(unix: unix[0], internet: internet.first)
    }
}
