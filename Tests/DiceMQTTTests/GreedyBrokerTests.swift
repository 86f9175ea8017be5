import Glibc
import Testing
import Unix

@testable import DiceMQTT

/// Tests a broker that sends messages without a subscription.
struct GreedyBrokerTests {
    /// A listener on loopback. It accepts its client, and then sends given bytes as fast as the
    /// client reads.
    private final class Greedy {
        let port: UInt16
        private let listener: Descriptor
        private var client: Int32 = -1
        private var rest: [UInt8]
        private let more: [UInt8]
        private(set) var sent = 0

        init(_ head: [UInt8], then more: [UInt8]) throws {
            rest = [0x20, 2, 0, 0] + head
            self.more = more
            listener = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let size = length
            let number = listener.number
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(number, $0, size) == 0 && getsockname(number, $0, &length) == 0
                }
            }
            try #require(isBound && listen(number, 1) == 0)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit {
            if client >= 0 {
                close(client)
            }
        }

        /// Sends as much as possible without blocking.
        func send() {
            if client < 0 {
                client = accept(listener.number, nil, nil)
            }
            while true {
                if rest.isEmpty {
                    rest = more
                }
                let count = Glibc.send(
                    client,
                    rest,
                    rest.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
                guard count > 0 else { return }
                sent += count
                rest.removeFirst(count)
            }
        }
    }

    private static let topic: [UInt8] = [0, 1, UInt8(ascii: "x")]

    @Test(
        "the bridge leaves a greedy broker before keeping much of its data",
        arguments: [
            // A message of the maximum size.
            (
                [0x30, 0xFF, 0xFF, 0xFF, 0x7F] + topic,
                [UInt8](repeating: 0, count: 65_536)
            ),
            // A small message, and one at QoS 2, which waits for the broker's release.
            ([0x30, 4] + topic + [0], []),
            ([0x34, 6] + topic + [0, 7, 0], []),
        ] as [([UInt8], [UInt8])]
    )
    func isLeft(head: [UInt8], more: [UInt8]) throws {
        let greedy = try Greedy(head, then: more)
        let library = try BrokerLibrary()
        let connection = try BrokerConnection(
            BrokerConnection.Terms(
                address: try BrokerAddress(parsing: "mqtt://127.0.0.1:\(greedy.port)"),
                clientName: "test",
                will: Outbox.Publication(
                    topic: "p/status",
                    payload: Array("offline".utf8),
                    isRetained: true
                ),
                keepAlive: 30
            ),
            by: library
        )
        var lost: String?
        while lost == nil, greedy.sent < 1 << 28 {
            greedy.send()
            var ready = pollfd(
                fd: connection.descriptor ?? -1,
                events: Int16(POLLIN | POLLOUT),
                revents: 0
            )
            try #require(poll(&ready, 1, 10_000) > 0, "nothing comes of it")
            connection.work(
                canRead: ready.revents & Int16(POLLIN) != 0,
                canWrite: connection.wantsToWrite
            )
            for case .lost(let reason) in connection.takeNews() {
                lost = reason
            }
        }
        #expect(
            lost
                == "it sent a message without a subscription; name another broker"
        )
        // The limit allows for the system's buffers on both sides.
        #expect(greedy.sent < 32 << 20)
        _ = consume library
    }
}
