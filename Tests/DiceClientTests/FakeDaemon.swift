import DiceWire
import Foundation
import Testing

@testable import DiceClient

/// The daemon's end of a connection. What it says is said beforehand and waits in the socket, as
/// the client's ids are known.
final class FakeDaemon {
    private let descriptor: Int32
    let connection: Connection

    /// The answer to `hello`, which is always the first request.
    static let agreement =
        #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"diced/0","instance":"a","pid":1}}"#

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        descriptor = ends[0]
        connection = Connection(descriptor: ends[1])
    }

    deinit {
        close(descriptor)
    }

    func say(_ lines: String...) {
        for line in lines {
            sayHalf(line + "\n")
        }
    }

    func sayHalf(_ text: String) {
        var bytes = Array(text.utf8)
        #expect(write(descriptor, &bytes, bytes.count) == bytes.count)
    }

    /// Says more than a socket holds: it arrives as the client reads.
    ///
    /// - Parameter count: how many bytes it then reads.
    func sayFromAThread(_ text: String, thenReading count: Int = 0) {
        let descriptor = dup(descriptor)
        Thread.detachNewThread {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            var left = count
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while left > 0, case let count = recv(descriptor, &chunk, chunk.count, 0),
                count > 0
            {
                left -= count
            }
            close(descriptor)
        }
    }

    /// Neither reads nor says anything any more.
    func goAway() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Says nothing more: the client finds the end after what was said.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The lines that the client has sent so far.
    func heard() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(
            separator: "\n"
        )
        .map(String.init)
    }

    func client(timeout: Duration = .patience) -> Client {
        Client(connection, name: "test/1", timeout: timeout)
    }
}

extension Duration {
    /// How long anything may take before a test fails: no test waits so long when it passes.
    static let patience = Duration.seconds(60)
}

extension ClientError? {
    /// Whether the person is told this.
    func mentions(_ words: String) -> Bool {
        self?.description.contains(words) ?? false
    }
}
