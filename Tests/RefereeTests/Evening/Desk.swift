import Foundation
import ProgramTestSupport
import Referee
import Unix

/// A proxy between the programs and their daemon. It forwards one request at a time, and shows each
/// request with all its consequences to the referee, because the referee must know the order of
/// requests.
final class Desk {
    enum News {
        case came(Int32)
        case asked(Int, [UInt8])
        case left(Int)
    }

    var referee: Referee
    /// The last steps that were judged.
    var steps: [Referee.Step] = []
    let table: String
    /// The speed of the daemon's clock relative to real time.
    let speed: Double
    private let listener: Int32
    /// The daemon's socket; `nil` while no daemon is running.
    private var socket: String?
    private(set) var passages: [Int: Passage] = [:]
    private var count = 0
    /// Actions by the programs that have not been processed yet.
    private var news: [News] = []
    /// The daemon's messages about the table since the last step.
    var lines: [(to: Int, line: JSON)] = []
    /// Replies to the desk's own requests.
    private var replies: [String: JSON] = [:]
    private var beat = 0
    /// The number of connections that the daemon reports.
    private var clients = 0
    /// The time up to which the referee is current.
    var judged = ContinuousClock.now
    /// The number of requests shown to the referee.
    var requests = 0

    init(_ path: String, table: String, speed: Double, games: [String: JSON]) throws {
        listener = try Descriptor.socket(.stream, path, binding: true).release()
        listen(listener, 64)
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        self.table = table
        self.speed = speed
        referee = Referee(Referee.Known(games: games, account: LoginName.current ?? ""))
        referee.known.lists = 32
    }

    deinit {
        close(listener)
    }

    // MARK: The lives of the daemon

    /// Serves in front of a daemon that listens at `socket`.
    func open(_ socket: String) async throws {
        self.socket = socket
        judged = .now
        passages[0] = Passage(
            0,
            nil,
            try Descriptor.socket(.stream, socket, binding: false).release()
        )
        try await perform(.opened(0))
        guard referee.table != nil else { return }
        try await ask("table.watch")
    }

    /// Disconnects everyone after the daemon was killed.
    func lose() async throws {
        while passages.values.contains(where: { !$0.isEnded }) {
            try await gather(.seconds(1))
        }
        // The daemon's last messages may not have reached everyone.
        try? judge(.passed(elapsed))
        lines = []
        passages = [:]
        news = news.filter(\.isComing)
        socket = nil
        try judge(.killed)
    }

    /// Sends a request on a connection of the desk. Returns the result; null if it was refused.
    @discardableResult
    func ask(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        beat += 1
        var order = Order(0, "desk \(beat)", method, params)
        order.params["table"] = .string(table)
        passages[0]?.ask(Array(order.value.text.utf8))
        order.id = "0:" + order.id
        try await perform(.sent([order]))
        return replies.removeValue(forKey: order.id)?["result"] ?? .null
    }

    /// Prepares for another daemon, which will serve the last backup.
    func restore() throws {
        try judge(.restored)
    }

    /// Reads the whole history, which must equal the referee's.
    func readHistory() async throws {
        var entries: [JSON] = []
        var isMore = true
        while isMore {
            beat += 1
            var order = Order(
                0,
                "desk \(beat)",
                "table.history",
                ["kind": "all", "limit": 1_000]
            )
            order.params["table"] = .string(table)
            order.params["before"] = entries.last?["id"] ?? .null
            passages[0]?.ask(Array(order.value.text.utf8))
            while replies["0:" + order.id] == nil {
                try await perform(nil)
            }
            let page = replies.removeValue(forKey: "0:" + order.id)?["result"] ?? .null
            entries += page["entries"].array
            isMore = page["more"].isTrue
        }
        // The referee receives the history as one page.
        let order = Order(0, "history", "table.history", ["kind": "all"])
        lines.append(
            (
                0,
                [
                    "id": "history",
                    "result": ["entries": .array(entries), "more": false],
                ]
            )
        )
        try await perform(.sent([order]))
    }

    // MARK: The programs' actions

    /// Runs all programs for a time, or until a condition holds.
    func attend(_ time: Duration, until isSo: () -> Bool = { false }) async throws {
        let end = ContinuousClock.now + time
        repeat {
            try await gather(.milliseconds(20))
            while socket != nil, !news.isEmpty, !isSo() {
                try await admit(news.removeFirst())
            }
            if !lines.isEmpty {
                try await perform(nil)
            }
        } while !isSo() && .now < end
    }

    private func admit(_ news: News) async throws {
        switch news {
        case .came(let program):
            guard let socket else { return self.news.append(news) }
            count += 1
            let daemon = try Descriptor.socket(.stream, socket, binding: false)
                .release()
            passages[count] = Passage(count, program, daemon)
            try await perform(.opened(count))
        case .asked(let number, let line):
            let orders = self.orders(line, number)
            if !orders.isEmpty {
                try await perform(nil)
            }
            // Only the copy itself shows whether it contains the dice from before or after they
            // settled.
            while orders.contains(where: { $0.method == "server.backup" }),
                !referee.isAtRest
            {
                try await gather(.milliseconds(20))
                try await perform(nil)
            }
            passages[number]?.ask(line)
            if !orders.isEmpty {
                try await perform(.sent(orders))
            }
        case .left(let number):
            guard passages.removeValue(forKey: number) != nil else { return }
            try await perform(.closed(number))
        }
    }

    /// Returns the requests of a line that concern the referee.
    private func orders(_ line: [UInt8], _ number: Int) -> [Order] {
        guard let value = JSON(line) else {
            return []
        }
        let all = value.array.isEmpty ? [value] : value.array
        return all.compactMap { each in
            let method = each["method"].string ?? ""
            let params = each["params"]
            let isOfTable =
                method.hasPrefix("table.") && params["table"].string == table
            // Other programs read the history in pages.
            let isPart = ["table.history", "table.matches", "table.stats"].contains(
                method
            )
            // Without params, the request is only a query.
            let isConfining = method == "session.confine" && !params.members.isEmpty
            guard isOfTable && !isPart || isConfining || method == "server.backup"
            else {
                return nil
            }
            return Order(
                number,
                Self.name(each["id"], number),
                method,
                params == .null ? .object([:]) : params
            )
        }
    }

    /// Returns an id that is unique among all connections.
    private static func name(_ id: JSON, _ number: Int) -> String {
        "\(number):\(id.string ?? id.text)"
    }

    // MARK: Sockets

    /// Waits until all messages of the daemon so far have arrived, and the daemon has noticed all
    /// closed connections.
    func hear() async throws {
        let end = ContinuousClock.now + Patience.limit
        repeat {
            beat += 1
            for passage in passages.values {
                passage.isHeard = false
                let method = passage.number == 0 ? "server.status" : "ping"
                passage.ask(
                    Array(
                        #"{"jsonrpc":"2.0","id":"heard \#(beat)","method":"\#(method)"}"#
                            .utf8
                    )
                )
            }
            while passages.values.contains(where: { !$0.isHeard && !$0.isEnded }) {
                try await gather(.seconds(1))
                guard .now < end else {
                    throw Patience.Exhausted(description: "the daemon does not answer")
                }
            }
            guard passages[0]?.isEnded == false else {
                throw Patience.Exhausted(description: "the daemon is gone")
            }
        } while clients != passages.values.count { !$0.isEnded }
    }

    /// Reads the available data, waiting at most this long for data to arrive.
    private func gather(_ time: Duration) async throws {
        await Descriptor.wait([listener] + passages.values.flatMap(\.open), for: time)
        let program = accept(listener, nil, nil)
        if program >= 0 {
            news.append(.came(program))
        }
        for passage in passages.values.sorted(by: { $0.number < $1.number }) {
            let wasLeft = passage.isLeft
            let wasEnded = passage.isEnded
            for line in passage.takeTold() {
                take(line, passage)
            }
            for line in passage.takeAsked() {
                news.append(.asked(passage.number, line))
            }
            let isGone = passage.isLeft && !wasLeft || passage.isEnded && !wasEnded
            if isGone, passage.number > 0 {
                news.append(.left(passage.number))
            }
        }
    }

    private func take(_ line: [UInt8], _ passage: Passage) {
        guard var value = JSON(line) else {
            return passage.tell(line)
        }
        if value["id"].string?.hasPrefix("heard ") == true {
            passage.isHeard = value["id"].string == "heard \(beat)"
            if passage.number == 0 {
                clients = value["result"]["clients"].int ?? 0
            }
            return
        }
        passage.tell(line)
        let other = value["params"]["table"]
        if other != .null, other != .string(table) {
            return
        }
        if value["method"] == .null {
            value = renamed(value, passage.number)
        }
        if passage.number == 0, let id = value["id"].string {
            replies[id] = value
        }
        lines.append((passage.number, value))
    }

    private func renamed(_ reply: JSON, _ number: Int) -> JSON {
        if case .array(let elements) = reply {
            return .array(elements.map { renamed($0, number) })
        }
        var reply = reply
        reply["id"] = .string(Self.name(reply["id"], number))
        return reply
    }
}

extension Desk.News {
    /// True if this is a program that is waiting for a daemon.
    fileprivate var isComing: Bool { if case .came = self { true } else { false } }
}
