import Glibc
import NIOCore
import NIOEmbedded
import ProgramTestSupport
import Testing
import Unix

@testable import Listening

/// Uses a real socket whose queue the test fills.
@Suite("The order of the accept queue")
@MainActor
final class IntakeTests {
    private let folder: TemporaryFolder
    private let listener: ListeningSocket
    private let address: Unix.SocketAddress
    private let loop = EmbeddedEventLoop()
    private var clients: [Int32] = []
    /// The descriptors that were set up.
    private var taken: [Int32] = []

    init() throws {
        folder = try TemporaryFolder()
        listener = try ListeningSocket(of: "diced", path: folder.path + "/s")
        let address = Unix.SocketAddress(path: folder.path + "/s")
        self.address = try #require(address)
    }

    isolated deinit {
        for descriptor in taken + clients + [listener.descriptor] {
            close(descriptor)
        }
    }

    private func connect(_ count: Int) throws {
        for _ in 1...count {
            let client = try Descriptor.socket(.stream, blocking: false)
            try address.connect(client.number)
            clients.append(client.release())
        }
    }

    private func take(room: Int = .max, _ admit: @escaping (Peer) -> Intake.Admission)
        -> Int
    {
        var opened = 0
        let intake = Intake(from: listener.descriptor) { peer, waiting in
            #expect(waiting == opened, "each that is admitted waits")
            let admission = admit(peer)
            if admission == .admitted {
                opened += 1
            }
            return admission
        } setUp: { descriptor in
            self.taken.append(descriptor)
            return self.loop.makeSucceededFuture(EmbeddedChannel(loop: self.loop))
        }
        intake.take(room: room)
        let before = taken.count
        while intake.count > 0 {
            intake.setUpNext { _ in }
        }
        #expect(taken.count == before + opened)
        return opened
    }

    private func read(_ client: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test(
        "all waiting clients are accepted up to capacity, with close-on-exec sockets"
    )
    func admitted() throws {
        try connect(20)
        #expect(take(room: 15) { _ in .admitted } == 15)
        #expect(
            take {
                $0.uid == geteuid() && $0.pid == getpid() ? .admitted : .refused([])
            } == 5
        )
        #expect(take { _ in .admitted } == 0)
        #expect(taken.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    }

    @Test("a client gone without sending is not admitted, and one that sent data is")
    func gone() throws {
        try connect(3)
        #expect(send(clients[1], "x", 1, 0) == 1)
        for client in clients.prefix(2) {
            shutdown(client, Int32(SHUT_RDWR))
        }
        #expect(take { _ in .admitted } == 2)
    }

    @Test("a refused client gets the reason, is disconnected, and frees its place in the queue")
    func refused() throws {
        try connect(2)
        #expect(take { _ in .refused(Array("no\n".utf8)) } == 0)
        #expect(taken.isEmpty)
        for client in clients {
            #expect(read(client) == "no\n")
            #expect(read(client) == "")
        }
        try connect(1)
        #expect(take { _ in .refused([]) } == 0)
        #expect(read(clients[2]) == "")
    }
}
