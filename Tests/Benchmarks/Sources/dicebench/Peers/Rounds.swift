import Glibc

/// Clients that never pause: each client repeats its list of requests, and sends the next request
/// when the previous one has been answered with a line.
final class Rounds {
    private let clients: [(socket: RawSocket, requests: [[UInt8]])]
    private let epoll: Epoll

    /// - Parameter requests: The requests of each client.
    init(_ path: String, _ requests: [[[UInt8]]]) throws {
        clients = try requests.map { (try RawSocket(path), $0) }
        epoll = try Epoll()
        for (index, client) in clients.enumerated() {
            try epoll.add(client.socket.descriptor, tag: Int32(index))
        }
    }

    /// Returns the rounds per second of all clients together.
    func run(seconds: Double) throws -> Double {
        var next = Array(repeating: 0, count: clients.count)
        var rounds = 0
        var inFlight = clients.count
        let start = monotonicNow()
        let end = start + UInt64(seconds * 1e9)
        for client in clients {
            try client.socket.send(client.requests[0])
        }
        while inFlight > 0 {
            let hasAnswers = try epoll.wait(milliseconds: 5_000) { tag in
                let index = Int(tag)
                let (socket, requests) = clients[index]
                guard
                    try socket.receive(flags: Int32(MSG_DONTWAIT)).last
                        == UInt8(ascii: "\n")
                else { return }
                next[index] = (next[index] + 1) % requests.count
                if next[index] == 0 {
                    rounds += 1
                }
                if next[index] > 0 || monotonicNow() < end {
                    try socket.send(requests[next[index]])
                } else {
                    inFlight -= 1
                }
            }
            guard hasAnswers else { throw Failure("a peer does not answer") }
        }
        return Double(rounds) / (Double(monotonicNow() - start) / 1e9)
    }
}
