internal import Glibc
package import Unix

extension Descriptor {
    /// A Unix socket at `path`: bound to it, or connected to it.
    package static func socket(
        _ kind: SocketKind, _ path: String, binding: Bool
    ) throws(SystemError) -> Descriptor {
        guard let address = SocketAddress(path: path) else { throw SystemError(ENAMETOOLONG) }
        let socket = try Descriptor.socket(kind)
        if binding { try address.bind(socket.number) } else { try address.connect(socket.number) }
        return socket
    }

    /// Writes all of it to a socket. False when the other end takes no more.
    @discardableResult
    package static func write(_ bytes: [UInt8], to number: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}
