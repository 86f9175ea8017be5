import Glibc
import Unix

package enum FreePort {
    private static let given = Locked<Set<UInt16>>([])

    /// Returns a free port of 127.0.0.1 outside of the range that the system assigns automatically
    /// (`ip_local_port_range` of Linux starts at 32,768). No other test of this process gets the
    /// same port.
    package static func find() throws -> Int {
        while true {
            let port = UInt16.random(in: 10_000..<20_000)
            if try isFree(port), given.withLock({ $0.insert(port).inserted }) {
                return Int(port)
            }
        }
    }

    /// Returns true if no one is listening on the port. The socket is close-on-exec, so that a
    /// program started by another test does not keep the port.
    private static func isFree(_ port: UInt16) throws -> Bool {
        let number = socket(
            AF_INET,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard number >= 0 else { throw SystemError.last }
        let socket = Descriptor(number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
