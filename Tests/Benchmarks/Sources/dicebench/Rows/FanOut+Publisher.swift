import Glibc

/// Replays the lines that watchers of diced received through another server, line for line at the
/// same pace.
final class Publisher {
    private(set) var delivery = Delivery()
    private let server: Server
    private let socket: RawSocket
    private let audience: Audience
    private let message: ([UInt8]) -> [UInt8]

    /// The lines that the first watcher received together, and their times.
    struct Script {
        var moments: [(time: UInt64, lines: [[UInt8]])] = []

        init(_ audience: Audience) {
            for entry in audience.heard[0] {
                let line = audience.lines[entry.line]
                if let last = moments.last, last.time == entry.time {
                    moments[moments.count - 1].lines.append(line)
                } else {
                    moments.append((entry.time, [line]))
                }
            }
        }

        var messages: Int { moments.reduce(0) { $0 + $1.lines.count } }
    }

    init(redis server: Server, subscribers: Int) throws {
        self.server = server
        socket = try RawSocket(server.socket)
        audience = try Audience(server.socket, count: subscribers)
        message = { Redis.command(Array("PUBLISH".utf8), Array("table".utf8), $0) }
        try audience.sendAll(Redis.command("SUBSCRIBE", "table"))
        while try audience.listen(milliseconds: 200) {}
    }

    init(relay server: Server, listeners: Int) throws {
        self.server = server
        audience = try Audience(server.socket, count: listeners)
        socket = try RawSocket(server.socket)
        message = { $0 + [UInt8(ascii: "\n")] }
        while try audience.listen(milliseconds: 100) {}
    }

    func play(_ script: Script) throws {
        guard let begin = script.moments.first?.time else { return }
        let batches = script.moments.map {
            (due: $0.time - begin, bytes: $0.lines.flatMap(message))
        }
        let expected = script.messages
        audience.forget()
        let (_, time) = try server.processorTime {
            let start = monotonicNow()
            for batch in batches {
                try listen(until: start + batch.due)
                try socket.send(batch.bytes)
            }
            try audience.listen(seconds: 10) {
                audience.heard.allSatisfy { $0.count >= expected }
            }
        }
        // The responses of Redis to PUBLISH.
        while !(try socket.receive(flags: Int32(MSG_DONTWAIT))).isEmpty {}
        delivery.add(time, audience)
    }

    /// Listens at least once: if the next moment is already late, there is no pause.
    private func listen(until due: UInt64) throws {
        repeat {
            let now = monotonicNow()
            try audience.listen(
                milliseconds: now < due ? Int32((due - now) / 1_000_000) : 0
            )
        } while monotonicNow() < due
    }
}
