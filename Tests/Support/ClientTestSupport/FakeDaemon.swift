package import DiceClient
import Foundation
import ProgramTestSupport
import Testing
import Unix

/// The daemon's end of a connection. Its lines are sent beforehand and wait in the socket, since
/// the client's ids are known.
package final class FakeDaemon {
    private let descriptor: Int32
    package let connection: Connection

    /// The response to `hello`, which is always the first request.
    package static let agreement =
        #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"diced/0","instance":"a","pid":1}}"#

    package init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        descriptor = ends[0]
        connection = Connection(descriptor: ends[1])
    }

    deinit {
        close(descriptor)
    }

    package func say(_ lines: String...) {
        for line in lines {
            sayHalf(line + "\n")
        }
    }

    package func sayHalf(_ text: String) {
        #expect(Descriptor.write(Array(text.utf8), to: descriptor))
    }

    /// Sends more than a socket's buffer holds, so that it arrives while the client reads.
    ///
    /// - Parameter count: The number of bytes to read afterward.
    package func sayFromAThread(_ text: String, thenReading count: Int = 0) {
        let descriptor = dup(descriptor)
        Thread.detachNewThread {
            Descriptor.write(Array(text.utf8), to: descriptor)
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

    /// Stops reading and sending.
    package func goAway() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Stops sending: the client reaches the end after the lines sent.
    package func hangUp() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Returns the lines that the client has sent so far.
    package func heard() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(
            separator: "\n"
        )
        .map(String.init)
    }

    package func client(timeout: Duration = .patience) -> DiceClient.Client {
        DiceClient.Client(connection, name: "test/1", timeout: timeout)
    }
}

extension Duration {
    /// The time limit for anything before a test fails. A passing test never waits that long.
    package static let patience = Duration.seconds(60)
}
