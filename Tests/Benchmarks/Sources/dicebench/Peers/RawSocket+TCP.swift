import Glibc

extension RawSocket {
    /// A connection to a port of 127.0.0.1, from 127.0.0.`host`.
    static func tcp(port: UInt16, from host: UInt8) throws -> RawSocket {
        let raw = RawSocket(
            descriptor: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        func address(_ host: UInt8, _ port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
            return address
        }
        func with(_ address: sockaddr_in, _ call: (UnsafePointer<sockaddr>) -> Int32) -> Bool {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0) == 0 }
            }
        }
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard with(address(host, 0), { bind(raw.descriptor, $0, size) }),
            with(address(1, port), { connect(raw.descriptor, $0, size) })
        else { throw Failure("cannot connect to port \(port): \(String(cString: strerror(errno)))") }
        var on: Int32 = 1
        setsockopt(raw.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return raw
    }

    /// A port of 127.0.0.1 that nobody listens on.
    static func freePort() throws -> UInt16 {
        let raw = RawSocket(
            descriptor: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw.descriptor, $0, length) == 0 && getsockname(raw.descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw Failure("no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }
}
