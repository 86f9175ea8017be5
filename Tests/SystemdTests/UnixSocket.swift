import Glibc
import ProgramTestSupport
import Unix

/// A Unix socket in a temporary folder; `remove()` removes both.
struct UnixSocket {
    let descriptor: CInt
    let path: String
    private let folder: TemporaryFolder?

    /// Opens a socket; a stream socket listens at once unless `listening` is false.
    init(_ kind: Descriptor.SocketKind, listening: Bool = true, pathLength: Int? = nil)
        throws
    {
        let folder = try TemporaryFolder()
        let name =
            pathLength.map {
                String(repeating: "x", count: $0 - folder.path.utf8.count - 1)
            }
            ?? "socket"
        self.folder = folder
        path = "\(folder.path)/\(name)"
        descriptor = try Self.bound(
            kind,
            Array(path.utf8),
            length: MemoryLayout<sockaddr_un>.size
        )
        guard kind == .stream, listening else { return }
        guard listen(descriptor, 1) == 0 else { throw SystemError.last }
    }

    /// Opens a datagram socket with an abstract name.
    init(abstract name: String) throws {
        folder = nil
        path = "@" + name
        let bytes = [0] + Array(name.utf8)
        let length =
            (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + bytes.count
        descriptor = try Self.bound(.datagram, bytes, length: length)
    }

    /// Binds a socket to an address built by hand: the kernel allows addresses that `SocketAddress`
    /// does not, and a service manager may use them.
    private static func bound(
        _ kind: Descriptor.SocketKind,
        _ path: [UInt8],
        length: Int
    ) throws
        -> CInt
    {
        let socket = try Descriptor.socket(kind)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.number, $0, socklen_t(length))
            }
        }
        guard status == 0 else { throw SystemError.last }
        return socket.release()
    }

    /// Returns the next datagram, or `nil` if none is queued: a local sender has queued it when its
    /// call returns.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// Waits for the next datagram and returns it.
    func wait() -> String {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    func remove() {
        close(descriptor)
        folder?.remove()
    }
}
