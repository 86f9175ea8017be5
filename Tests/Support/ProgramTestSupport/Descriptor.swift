package import Glibc

/// A file descriptor that closes itself and that children do not inherit.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Leaves the closing to somebody else.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Two ends of one stream. A socket pair, because no child may inherit an end by chance: pipe(2) cannot promise it.
    package struct Pair: ~Copyable {
        package let ours: Descriptor
        package let theirs: Descriptor

        package init() throws {
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                throw SystemFailure("socketpair")
            }
            ours = Descriptor(ends[0])
            theirs = Descriptor(ends[1])
        }

        package consuming func releaseOurs() -> Int32 { ours.release() }
    }

    /// A Unix socket at `path`: bound to it, or connected to it.
    package static func socket(_ type: __socket_type, _ path: String, binding: Bool) throws -> Descriptor {
        let socket = Descriptor(Glibc.socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0))
        guard socket.number >= 0 else { throw SystemFailure("socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemFailure("path of", path)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                binding ? bind(socket.number, $0, size) : connect(socket.number, $0, size)
            }
        }
        guard result == 0 else { throw SystemFailure(binding ? "bind" : "connect", path) }
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

/// A system call that should have worked did not.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String
    package let code: Int32

    package init(_ call: String, _ path: String = "", code: Int32 = errno) {
        self.code = code
        description = "\(call) \(path): \(String(cString: strerror(code)))"
    }
}
