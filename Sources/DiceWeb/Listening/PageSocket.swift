import Glibc
import NIOCore
package import Unix

/// The listening, non-blocking socket of the page.
package final class PageSocket: Sendable {
    let descriptor: Int32
    let address: NIOCore.SocketAddress

    private static let backlog: Int32 = 4_096

    /// Listens on an address.
    package init(_ place: PageAddress) throws(WebStartupError) {
        do {
            descriptor = try Self.listen(
                place.host,
                place.port,
                orAnyPort: place.isFlexible
            )
        } catch {
            throw .address(
                "cannot listen on \(place.host), port \(place.port): \(error); choose another with --listen"
            )
        }
        address = try Self.address(of: descriptor)
    }

    /// Adopts a socket on which the service manager already listens.
    package init(inherited descriptor: Int32) throws(WebStartupError) {
        self.descriptor = descriptor
        address = try Self.address(of: descriptor)
    }

    private static func listen(_ host: String, _ port: Int, orAnyPort: Bool)
        throws(SystemError)
        -> Int32
    {
        guard let address = try? NIOCore.SocketAddress(ipAddress: host, port: port)
        else {
            throw SystemError(EINVAL)
        }
        let family = address.protocol == .inet6 ? AF_INET6 : AF_INET
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let number = socket(family, Int32(type), 0)
        guard number >= 0 else { throw SystemError.last }
        let descriptor = Descriptor(number)
        var on: Int32 = 1
        setsockopt(
            descriptor.number,
            SOL_SOCKET,
            SO_REUSEADDR,
            &on,
            socklen_t(MemoryLayout.size(ofValue: on))
        )
        let isBound =
            address.withSockAddr { bind(descriptor.number, $0, socklen_t($1)) } == 0
        guard isBound, Glibc.listen(descriptor.number, backlog) == 0 else {
            let error = SystemError.last
            guard orAnyPort, error.code == EADDRINUSE || error.code == EACCES else {
                throw error
            }
            return try listen(host, 0, orAnyPort: false)
        }
        return descriptor.release()
    }

    static func address(of descriptor: Int32) throws(WebStartupError)
        -> NIOCore.SocketAddress
    {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = withUnsafeMutablePointer(to: &storage) {
            pointer -> NIOCore.SocketAddress? in
            let status = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
            guard status == 0 else { return nil }
            return switch Int32(pointer.pointee.ss_family) {
            case AF_INET:
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    .init($0.pointee)
                }
            case AF_INET6:
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    .init($0.pointee)
                }
            default: nil
            }
        }
        guard let address else {
            throw .address("the socket passed for the page is not a TCP socket")
        }
        return address
    }
}

extension SocketPath {
    /// Returns the group that may connect to the shared daemon of this socket.
    package func sharingGroup() throws(WebStartupError) -> UserGroup {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .noDaemon(
                "no shared daemon listens on \(path); start it first: \(SystemError.last)"
            )
        }
        return UserGroup(name: "with number \(status.st_gid)", id: status.st_gid)
    }
}
