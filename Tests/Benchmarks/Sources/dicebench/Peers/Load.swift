import Glibc

/// Many concurrent clients that never pause: each client sends its next requests when it has
/// received the last response.
final class Load {
    private let request: [UInt8]
    private let answerLength: Int
    private let sockets: [RawSocket]
    private let epoll: Epoll
    private let tags: [Int32: Int]

    init(_ path: String, _ request: [UInt8], answerLength: Int, clients: Int) throws {
        self.request = request
        self.answerLength = answerLength
        sockets = try (0..<clients).map { _ in try RawSocket(path) }
        epoll = try Epoll()
        var tags: [Int32: Int] = [:]
        for (index, socket) in sockets.enumerated() {
            try epoll.add(socket.descriptor)
            tags[socket.descriptor] = index
        }
        self.tags = tags
    }

    /// Returns the responses per second, with `depth` requests in flight on each connection.
    func run(depth: Int, seconds: Double) throws -> Double {
        let batch = (0..<depth).flatMap { _ in request }
        let expected = depth * answerLength
        var missing = Array(repeating: expected, count: sockets.count)
        var inFlight = sockets.count
        var answers = 0
        let start = monotonicNow()
        let end = start + UInt64(seconds * 1e9)
        for socket in sockets {
            try socket.send(batch)
        }
        while inFlight > 0 {
            try epoll.wait(milliseconds: 5_000) { descriptor in
                guard let index = tags[descriptor] else { return }
                missing[index] -= try sockets[index].receive(flags: Int32(MSG_DONTWAIT))
                    .count
                guard missing[index] == 0 else { return }
                answers += depth
                missing[index] = expected
                if monotonicNow() < end {
                    try sockets[index].send(batch)
                } else {
                    inFlight -= 1
                }
            }
        }
        return Double(answers) / (Double(monotonicNow() - start) / 1e9)
    }
}
