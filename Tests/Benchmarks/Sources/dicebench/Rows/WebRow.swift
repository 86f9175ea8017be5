internal import DiceClient
internal import DiceModel
internal import DiceWire

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
        let roundTrip = try roundTrip(diced, try link(0, links), bench)

        let before = try MemoryUse(of: web.pid)
        var pages: [WebSocket] = []
        while pages.count < Self.browsers {
            let number = pages.count / Self.browsersPerName + 1
            let link = try link(number, links)
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
    private func link(_ number: Int, _ links: RawSocket) throws -> PageLink {
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
        var count = 0
        var (webTime, dicedTime) = (0.0, 0.0)
        for _ in bench.turns("rolls before browsers", most: 20, least: 3) {
            var settled = 0
            let (times, web) = try web.processorTime {
                try diced.processorTime {
                    try roller.send(roll)
                    while settled < pages.count {
                        try epoll.wait(milliseconds: 1_000) { index in
                            try pages[Int(index)].take { message in
                                count += 1
                                // Nothing comes behind it: the rest of a roll is one event.
                                if message.prefix(200).containsBytes(of: "rollSettled") { settled += 1 }
                            }
                        }
                    }
                    try roller.receiveLine()
                }
            }
            (webTime, dicedTime) = (webTime + web, dicedTime + times.nanoseconds)
        }
        let ours = webTime / Double(count)
        let theirs = dicedTime / Double(count)
        return .against(
            "the daemon's own", row: "web", work: "CPU a message, \(pages.count) browsers", samples: count,
            ours: Figures(median: ours), theirs: Figures(median: theirs), atMost: 1.5,
            note: "50 dice with plans")
    }
}

extension Sequence<UInt8> {
    fileprivate func containsBytes(of word: String) -> Bool {
        String(decoding: Array(self), as: UTF8.self).contains(word)
    }
}
