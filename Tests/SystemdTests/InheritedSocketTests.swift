import Glibc
import Testing
import Unix

@testable import Systemd

@Suite struct InheritedSocketTests {
    @Test func aListeningStreamIsKnownByItself() throws {
        let socket = try UnixSocket(.stream)
        defer { socket.remove() }
        let inherited = InheritedSocket(probing: socket.descriptor, name: "diced")
        #expect(inherited.isListeningUnixStream)
        #expect(inherited.path == socket.path)
    }

    @Test func otherSocketsAreToldApart() throws {
        let datagram = try UnixSocket(.datagram)
        let deaf = try UnixSocket(.stream, listening: false)
        defer {
            datagram.remove()
            deaf.remove()
        }
        #expect(!InheritedSocket(probing: datagram.descriptor, name: "").isListeningUnixStream)
        #expect(!InheritedSocket(probing: deaf.descriptor, name: "").isListeningUnixStream)
    }

    @Test func whatIsBoundToNoPathHasNone() {
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

    @Test func anAbstractSocketHasNoPath() throws {
        let socket = try UnixSocket(abstract: "diced-test-\(getpid())-path")
        defer { close(socket.descriptor) }
        #expect(InheritedSocket(probing: socket.descriptor, name: "").path == nil)
    }

    @Test func theLongestPathIsReadWhole() throws {
        let socket = try UnixSocket(.stream, pathLength: 108)
        defer { socket.remove() }
        #expect(socket.path.utf8.count == 108)
        #expect(InheritedSocket(probing: socket.descriptor, name: "").path == socket.path)
    }

    @Test func aListeningSocketOfTheNetworkIsNoneOfOurs() {
        let network = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(network) }
        #expect(listen(network, 1) == 0)
        #expect(!InheritedSocket(probing: network, name: "diced").isListeningUnixStream)
    }

    /// Of several descriptors each has its name, and all are closed on exec, chosen or not.
    @Test func theNamedOneOfSeveralIsServedOn() async {
        await #expect(processExitsWith: .success) {
            let sockets = [try UnixSocket(.datagram), try UnixSocket(.stream), try UnixSocket(.stream)]
            defer { for socket in sockets { socket.remove() } }
            let places: [CInt] = [3, 4, 5]
            let high = sockets.map { fcntl($0.descriptor, F_DUPFD, 100) }
            let former = places.map { fcntl($0, F_DUPFD, 200) }
            for (place, socket) in zip(places, high) { dup2(socket, place) }
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "3", 1)
            setenv("LISTEN_FDNAMES", "log:diced:web", 1)
            let all = Result { try InheritedSocket.all() }
            let chosen = Result { try InheritedSocket.listeningUnixStream(named: "diced") }
            let other = Result { try InheritedSocket.listeningUnixStream(named: "log") }
            let none = Result { try InheritedSocket.listeningUnixStream(named: "game") }
            let flags = places.map { fcntl($0, F_GETFD) & FD_CLOEXEC }
            for (place, socket) in zip(places, former) { dup2(socket, place) }

            let (passed, name, descriptor) = (try all.get(), try chosen.get()?.name, try chosen.get()?.descriptor)
            #expect(passed.map(\.name) == ["log", "diced", "web"])
            #expect(passed.map(\.descriptor) == places)
            #expect(passed.map(\.isListeningUnixStream) == [false, true, true])
            #expect(name == "diced" && descriptor == 4)
            #expect(throws: InheritedSocketError.wrongType(name: "log", descriptor: 3)) { try other.get() }
            #expect(throws: InheritedSocketError.ambiguous(wanted: "game", found: ["diced", "web"])) { try none.get() }
            #expect(flags == [FD_CLOEXEC, FD_CLOEXEC, FD_CLOEXEC])
        }
    }

    @Test func preparingSetsBothFlags() throws {
        let socket = try UnixSocket(.stream)
        defer { socket.remove() }
        try InheritedSocket(probing: socket.descriptor, name: "").prepare()
        #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func aClosedDescriptorCannotBePrepared() {
        #expect(throws: InheritedSocketError.cannotPrepare(descriptor: -1, EBADF)) {
            try InheritedSocket(probing: -1, name: "").prepare()
        }
    }

    @Test func socketsOfAnotherProcessAreNotOurs() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "1", 1)
            let all = try InheritedSocket.all()
            let chosen = try InheritedSocket.listeningUnixStream(named: "diced")
            #expect(all.isEmpty)
            #expect(chosen == nil)
        }
    }

    @Test func aGarbledAnnouncementIsAnError() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "many", 1)
            #expect(throws: InheritedSocketError.environment(EINVAL)) { try InheritedSocket.all() }
        }
    }
}
