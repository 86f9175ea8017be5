internal import Glibc
internal import Unix

package enum FreePort {
    /// The system may give the same port again as soon as nobody has it.
    private static let given = Locked<Set<Int>>([])

    /// A port of 127.0.0.1 that nobody listens on. No other test of this process is given it.
    package static func find() throws -> Int {
        while true {
            let port = try free()
            if given.withLock({ $0.insert(port).inserted }) { return port }
        }
    }

    private static func free() throws -> Int {
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
