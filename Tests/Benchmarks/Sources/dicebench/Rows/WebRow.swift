import DiceClient
import DiceModel
import DiceWire
import Glibc

/// The page's program between browsers and the daemon: what it adds to a round trip, what a browser takes of memory, and
/// what a message to one costs beside what it costs the daemon.
struct WebRow: Row {
    private static let browsers = 1_000
    /// Fewer than an address, and a name, may have.
    private static let browsersPerName = 60
    private static let asksPerTurn = 200

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let web = try Server.web(bench, for: diced)
        let table = try diced.createTables(1, dice: 50)[0]
        let links = try RawSocket(web.socket)
        let roundTrip = try roundTrip(diced, try Self.link(0, links), bench)

        let before = try MemoryUse(of: web.pid)
        var pages: [WebSocket] = []
        while pages.count < Self.browsers {
            let number = pages.count / Self.browsersPerName + 1
            let link = try Self.link(number, links)
            for _ in 0..<min(Self.browsersPerName, Self.browsers - pages.count) {
                let page = try WebSocket(link, from: UInt8(number + 1))
                try page.send(Method.watch(WatchParams(table: table, frames: .plan)).bytes.dropLast())
                _ = try page.receive()
                pages.append(page)
            }
        }
        let memory = try MemoryUse(of: web.pid)
        let each = (memory.resident - before.resident) / Double(pages.count)
        return [
            roundTrip,
            .absolute(
                row: "web", work: "each of \(pages.count) browsers", unit: .bytes, ours: Figures(median: each),
                atMost: 20e3),
            try messages(diced, web, table, pages, bench),
        ]
    }

    /// The link of a name of its own.
    static func link(_ number: Int, _ links: RawSocket) throws -> PageLink {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"link.make","params":{"as":"browser-\#(number)"}}"#
        try links.send(Array(request.utf8) + [UInt8(ascii: "\n")])
        let answer = String(decoding: try links.receive(), as: UTF8.self)
        guard let url = answer.firstMatch(of: #/"url":"([^"]+)"/#)?.1 else { throw Failure("no link: \(answer)") }
        return try PageLink(String(url))
    }

    private func roundTrip(_ diced: Server, _ link: PageLink, _ bench: Bench) throws -> Line {
        let direct = try RawSocket(diced.socket)
        let page = try WebSocket(link, from: 1)
        let ping = Method.ping().bytes
        let framed = WebSocket.frame(ping.dropLast())
        var (ours, theirs) = (Latencies(), Latencies())
        for _ in bench.turns("round trips", most: 40, least: 5, stepsLeft: 2) {
            for _ in 0..<Self.asksPerTurn {
                try theirs.time { try direct.ask(ping) }
                try ours.time {
                    try page.socket.send(framed)
                    _ = try page.receive()
                }
            }
        }
        return .absolute(
            row: "web", work: "what a page adds to a round trip", unit: .nanoseconds, samples: ours.count,
            ours: Figures(median: ours.median - theirs.median, p99: ours.value(99) - theirs.value(99)), atMost: 0.3e6,
            note: "a ping takes \(Unit.nanoseconds.text(theirs.median)) without it")
    }

    /// Rolls 50 dice before all of them.
    private func messages(
        _ diced: Server, _ web: Server, _ table: TableName, _ pages: [WebSocket], _ bench: Bench
    ) throws -> Line {
        let epoll = try Epoll()
        for (index, page) in pages.enumerated() { try epoll.add(page.socket.descriptor, tag: Int32(index)) }
        let roller = try RawSocket(diced.socket)
        let roll = Method.roll(RollParams(table: table)).bytes
        var (count, bytes) = (0, 0)
        var (webTime, dicedTime) = (0.0, 0.0)
        for _ in bench.turns("rolls before browsers", most: 20, least: 3, stepsLeft: 2) {
            var settled = 0
            let (times, web) = try web.processorTime {
                try diced.processorTime {
                    try roller.send(roll)
                    while settled < pages.count {
                        try epoll.wait(milliseconds: 1_000) { index in
                            try pages[Int(index)].take { message in
                                (count, bytes) = (count + 1, bytes + message.count)
                                // Nothing comes after it: the rest of a roll is one event.
                                if message.prefix(200).containsBytes(of: "rollSettled") { settled += 1 }
                            }
                        }
                    }
                    try roller.receiveLine()
                }
            }
            (webTime, dicedTime) = (webTime + web, dicedTime + times.nanoseconds)
        }
        let echo = try WebSocketEcho(bench)
        let echoed = try echo.cost(ofMessage: bytes / count, sockets: pages.count, bench)
        return .against(
            "a WebSocket echo", row: "web", work: "CPU a message, \(pages.count) browsers", samples: count,
            ours: Figures(median: webTime / Double(count)), theirs: Figures(median: echoed), atMost: 1.5,
            note: "50 dice with plans; the daemon's own: \(Unit.nanoseconds.text(dicedTime / Double(count)))")
    }
}

/// A server that does nothing with its WebSockets but send back what comes, on the same NIO as diced-web.
private final class WebSocketEcho {
    private let pid: pid_t
    private let port = try? RawSocket.freePort()

    init(_ bench: Bench) throws {
        let command = Command(bench.programs.echo, ["\(port ?? 0)"], errors: bench.folder + "/echo-errors")
        pid = try bench.processors.startingServers { try command.start() }
    }

    deinit { Child.end(pid) }

    /// Nanoseconds of its processor for a message of so many bytes, from and to each of so many sockets in turn.
    func cost(ofMessage bytes: Int, sockets count: Int, _ bench: Bench) throws -> Double {
        guard let port else { throw Failure("no port is free") }
        let deadline = monotonicNow() + 10_000_000_000
        while (try? RawSocket.tcp(port: port, from: 1)) == nil {
            guard monotonicNow() < deadline else { throw Failure("nio-echo does not start") }
            sleep(seconds: 0.01)
        }
        let epoll = try Epoll()
        let sockets = try (0..<count).map { try WebSocket(port: port, from: UInt8($0 % 100 + 2)) }
        for (index, socket) in sockets.enumerated() { try epoll.add(socket.socket.descriptor, tag: Int32(index)) }
        let message = WebSocket.frame(Array(repeating: UInt8(ascii: "x"), count: bytes))
        let before = try ProcessUse.processorTime(pid)
        var echoed = 0
        for turn in bench.turns("messages of an echo", most: 20, least: 3) {
            for socket in sockets { try socket.socket.send(message) }
            while echoed < (turn + 1) * count {
                try epoll.wait(milliseconds: 1_000) { index in try sockets[Int(index)].take { _ in echoed += 1 } }
            }
        }
        return Double(try ProcessUse.processorTime(pid) - before) / Double(echoed)
    }
}

extension Sequence<UInt8> {
    fileprivate func containsBytes(of word: String) -> Bool {
        String(decoding: Array(self), as: UTF8.self).contains(word)
    }
}
