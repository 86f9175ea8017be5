import Glibc
import Testing
import Unix

@testable import Systemd

@Suite struct InheritedSocketTests {
    @Test("a listening stream socket is recognized") func aListeningStreamIsKnownByItself() throws {
        let socket = try UnixSocket(.stream)
        defer {
            socket.remove()
        }
        let inherited = InheritedSocket(probing: socket.descriptor, name: "diced")
        #expect(inherited.isListeningUnixStream)
        #expect(inherited.path == socket.path)
    }

    @Test("other kinds of sockets are distinguished") func otherSocketsAreToldApart() throws {
        let datagram = try UnixSocket(.datagram)
        let deaf = try UnixSocket(.stream, listening: false)
        defer {
            datagram.remove()
            deaf.remove()
        }
        #expect(
            !InheritedSocket(probing: datagram.descriptor, name: "")
                .isListeningUnixStream
        )
        #expect(
            !InheritedSocket(probing: deaf.descriptor, name: "").isListeningUnixStream
        )
    }

    @Test("a socket that is not bound to a path has no path") func whatIsBoundToNoPathHasNone() {
        let unnamed = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let network = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer {
            close(unnamed)
            close(network)
        }
        #expect(InheritedSocket(probing: unnamed, name: "").path == nil)
        #expect(InheritedSocket(probing: network, name: "").path == nil)
        #expect(InheritedSocket(probing: -1, name: "").path == nil)
    }

    @Test("an abstract socket has no path") func anAbstractSocketHasNoPath() throws {
        let socket = try UnixSocket(abstract: "diced-test-\(getpid())-path")
        defer {
            close(socket.descriptor)
        }
        #expect(InheritedSocket(probing: socket.descriptor, name: "").path == nil)
    }

    @Test("a path of the maximum length is read in full") func theLongestPathIsReadWhole() throws {
        let socket = try UnixSocket(.stream, pathLength: 108)
        defer {
            socket.remove()
        }
        #expect(socket.path.utf8.count == 108)
        #expect(
            InheritedSocket(probing: socket.descriptor, name: "").path == socket.path
        )
    }

    @Test("a listening network socket is not accepted")
    func aListeningSocketOfTheNetworkIsNoneOfOurs() {
        let network = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer {
            close(network)
        }
        #expect(listen(network, 1) == 0)
        #expect(!InheritedSocket(probing: network, name: "diced").isListeningUnixStream)
    }

    @Test("preparing a socket sets both flags") func preparingSetsBothFlags() throws {
        let socket = try UnixSocket(.stream)
        defer {
            socket.remove()
        }
        try InheritedSocket(probing: socket.descriptor, name: "").prepare()
        #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("a closed descriptor cannot be prepared") func aClosedDescriptorCannotBePrepared() {
        #expect(throws: InheritedSocketError.cannotPrepare(descriptor: -1, EBADF)) {
            try InheritedSocket(probing: -1, name: "").prepare()
        }
    }

    @Test("sockets passed to another process are ignored") func socketsOfAnotherProcessAreNotOurs()
        async
    {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "1", 1)
            let all = try InheritedSocket.all()
            let chosen = try InheritedSocket.listeningUnixStream(named: "diced")
            #expect(all.isEmpty)
            #expect(chosen == nil)
        }
    }

    @Test("a malformed announcement is an error") func aGarbledAnnouncementIsAnError() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "many", 1)
            #expect(throws: InheritedSocketError.environment(EINVAL)) {
                try InheritedSocket.all()
            }
        }
    }
}
