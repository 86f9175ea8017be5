import Glibc
import ProgramTestSupport
import Testing
import Unix

@Suite("Addresses of sockets")
struct SocketAddressTests {
    @Test("a path has 1 to 107 bytes, and none is NUL")
    func paths() {
        #expect(
            SocketAddress(path: String(repeating: "x", count: 107))?.path?.utf8.count
                == 107
        )
        #expect(SocketAddress(path: String(repeating: "x", count: 108)) == nil)
        #expect(
            SocketAddress(path: String(repeating: "ä", count: 54)) == nil,
            "108 bytes, 54 characters"
        )
        #expect(SocketAddress(path: "") == nil)
        #expect(SocketAddress(path: "/tmp/a\0b") == nil)
    }

    @Test("a client reaches the socket bound to the path, and both know each other's process")
    func bound() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let address = try #require(SocketAddress(path: path))
        let listener = try Descriptor.socket(.stream)
        try address.bind(listener.number)
        #expect(SocketAddress(of: listener.number)?.path == path)
        #expect(listen(listener.number, 1) == 0)
        let client = try Descriptor.socket(.stream)
        try address.connect(client.number)
        let server = Descriptor(accept(listener.number, nil, nil))
        for end in [client.number, server.number] {
            let peer = try PeerCredentials(of: end)
            #expect(peer.pid == getpid())
            #expect(peer.uid == getuid())
            #expect(peer.gid == getgid())
        }
        #expect(
            SocketAddress(of: client.number)?.path == nil,
            "a socket without a name"
        )
    }

    @Test("a failure reports its errno")
    func failures() throws {
        let folder = try TemporaryFolder()
        let address = try #require(SocketAddress(path: folder.path + "/socket"))
        let socket = try Descriptor.socket(.stream)
        #expect(throws: SystemError(ENOENT)) { try address.connect(socket.number) }
        try address.bind(socket.number)
        let other = try Descriptor.socket(.stream)
        #expect(throws: SystemError(EADDRINUSE)) { try address.bind(other.number) }
        #expect(throws: SystemError(ECONNREFUSED)) { try address.connect(other.number) }
        #expect(SystemError(ECONNREFUSED).description == "Connection refused")
    }

    @Test("a file that is not a socket has no address and no peer")
    func noSocket() throws {
        let file = try Descriptor.open("/dev/null", O_RDONLY)
        #expect(SocketAddress(of: file.number) == nil)
        #expect(throws: SystemError(ENOTSOCK)) { try PeerCredentials(of: file.number) }
    }
}
