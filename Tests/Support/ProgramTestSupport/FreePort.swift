internal import Glibc
internal import Unix

package enum FreePort {
    /// A port of 127.0.0.1 that nobody listens on.
    package static func find() throws -> Int {
        let socket = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.number, $0, length) == 0 ? getsockname(socket.number, $0, &length) : -1
            }
        }
        guard status == 0 else { throw SystemError.last }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
