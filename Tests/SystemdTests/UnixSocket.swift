import Glibc

/// A Unix socket in a folder of its own under the temporary directory; `remove()` takes both away.
struct UnixSocket {
    let descriptor: CInt
    let path: String
    private let folder: String

    /// Opens one; a stream socket listens at once unless told otherwise.
    init(_ type: __socket_type, listening: Bool = true, pathLength: Int? = nil) throws {
        var template = Array("/tmp/systemd-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure(call: "mkdtemp") }
        let made = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        folder = made
        let name = pathLength.map { String(repeating: "x", count: $0 - made.utf8.count - 1) } ?? "socket"
        path = "\(folder)/\(name)"
        descriptor = socket(AF_UNIX, CInt(type.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure(call: "socket") }

        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard bound == 0 else { throw TestFailure(call: "bind") }
        guard type == SOCK_STREAM, listening else { return }
        guard listen(descriptor, 1) == 0 else { throw TestFailure(call: "listen") }
    }

    /// Opens one for datagrams with a name that is in no folder.
    init(abstract name: String) throws {
        (folder, path) = ("", "@" + name)
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: [0] + Array(name.utf8)) }
        let size = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + 1 + name.utf8.count)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard bound == 0 else { throw TestFailure(call: "bind") }
    }

    /// The next datagram, or nil when none is queued: a sender on this machine has queued it when its call returns.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    func remove() {
        close(descriptor)
        unlink(path)
        rmdir(folder)
    }
}

/// A system call that should have worked did not.
struct TestFailure: Error {
    let call: String
    let code = errno
}
