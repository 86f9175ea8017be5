import DiceClient
import DiceModel
import DiceWire
import FoundationEssentials
import Glibc

/// A store of 600,000 entries: the delay of a change beside a task that processes many of them, and
/// the wait for the first line of a long response.
struct GrowthRow: Row {
    private static let entries = 600_000
    private static let longestWait = 50e6
    private static let longestSilence = 1e9
    private static let quietChanges = 1_000

    private struct Task {
        let name: String
        /// The request line; its response has the id 1.
        let request: String
        var repeats = 3
    }

    private static let beside = [
        Task(
            name: "a statistic of every table",
            request: call("table.stats", #"{"table":"*"}"#)
        ),
        Task(
            name: "a copy that is sent",
            request: call("server.backup", #"{"stream":true,"progress":true}"#)
        ),
        Task(
            name: "the deletion of a quarter",
            request: call("table.delete", #"{"table":"big"}"#),
            repeats: 1
        ),
    ]

    private static let silent = [
        Task(
            name: "history of a rare player",
            request: call("table.history", #"{"table":"*","by":"zoe","limit":1000}"#)
        ),
        Task(
            name: "history of a rare kind",
            request: call(
                "table.history",
                #"{"table":"*","kind":"correction","limit":1000}"#
            )
        ),
        Task(name: "stats", request: call("table.stats", #"{"table":"*"}"#)),
        Task(
            name: "verify, its first page",
            request: call(
                "table.history",
                #"{"table":"big","kind":"all","limit":1000}"#
            )
        ),
    ]

    private static func call(_ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    func measure(_ bench: Bench) throws -> [Line] {
        guard let store = try store(bench) else { return [] }
        let diced = try Server.diced(bench, store: store)
        let table = try diced.createTables(1, dice: 5)[0]
        let changer = try Changer(diced, table)
        var quiet = Latencies()
        for _ in bench.turns("changes, nobody else", maximum: 1, minimum: 1) {
            for _ in 0..<Self.quietChanges {
                try quiet.time { try changer.change() }
            }
        }
        var lines: [Line] = []
        for task in Self.silent {
            var silence = Latencies()
            for _ in bench.turns(task.name, maximum: task.repeats, minimum: 1) {
                try silence.time { try firstLine(of: task, diced) }
            }
            lines.append(
                .absolute(
                    row: "growth",
                    work: "\(task.name): the first line",
                    unit: .nanoseconds,
                    samples: silence.count,
                    ours: silence.figures,
                    value: silence.value(100),
                    atMost: Self.longestSilence,
                    note: "the longest: \(Unit.nanoseconds.text(silence.value(100)))"
                )
            )
        }
        for task in Self.beside {
            var waits = Latencies()
            var work = Latencies()
            for _ in bench.turns(
                "changes beside \(task.name)",
                maximum: task.repeats,
                minimum: 1
            ) {
                try work.time { try change(changer, beside: task, diced, &waits) }
            }
            lines.append(
                .absolute(
                    row: "growth",
                    work: "a change beside \(task.name)",
                    unit: .nanoseconds,
                    samples: waits.count,
                    ours: waits.figures,
                    value: waits.value(100),
                    atMost: Self.longestWait,
                    note:
                        "the longest: \(Unit.nanoseconds.text(waits.value(100))), nobody else "
                        + "\(Unit.nanoseconds.text(quiet.value(100))); takes \(Unit.nanoseconds.text(work.median))"
                )
            )
        }
        withExtendedLifetime(diced) {}
        return lines
    }

    /// Waits for the first line of a response, or of a notification before it, then closes the
    /// connection.
    private func firstLine(of task: Task, _ server: Server) throws {
        let socket = try RawSocket(server.socket)
        try socket.send(Array("\(task.request)\n".utf8))
        let bytes = try socket.receive()
        guard !String(decoding: bytes, as: UTF8.self).contains(#""error":"#) else {
            throw Failure(
                "\(task.name) is refused: \(String(decoding: bytes, as: UTF8.self))"
            )
        }
    }

    /// Changes a table repeatedly until the daemon has answered the task.
    private func change(
        _ changer: Changer,
        beside task: Task,
        _ server: Server,
        _ waits: inout Latencies
    ) throws {
        let socket = try RawSocket(server.socket)
        try socket.send(Array("\(task.request)\n".utf8))
        var line: [UInt8] = []
        while true {
            try waits.time { try changer.change() }
            for byte in try socket.receive(flags: Int32(MSG_DONTWAIT)) {
                guard byte == UInt8(ascii: "\n") else {
                    // The start of a line is enough.
                    if line.count < 200 {
                        line.append(byte)
                    }
                    continue
                }
                let text = String(decoding: line, as: UTF8.self)
                if text.contains(#""error":"#) {
                    throw Failure("\(task.name) is refused: \(text)")
                }
                if text.contains(#""result":"#) {
                    return
                }
                line = []
            }
        }
    }

    /// Returns the tests' store, created once; `nil` without Python.
    private func store(_ bench: Bench) throws -> String? {
        guard let python = bench.programs.python else { return nil }
        for _ in bench.turns("a store of \(Self.entries) entries", maximum: 1, minimum: 1) {}
        let project = #filePath.split(separator: "/").dropLast(6).reduce("") {
            $0 + "/" + $1
        }
        let folder = project + "/.build/stores"
        let errors = bench.folder + "/store-errors"
        let program = project + "/Tests/large-store"
        try Command(
            python,
            [program, "\(Self.entries)", folder, bench.programs.diced],
            errors: errors
        ).run()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return names.first { $0.hasPrefix("\(Self.entries)-") }.map {
            "\(folder)/\($0)"
        }
    }
}

/// A client that changes a die's lock, which is stored, and waits for the response.
private final class Changer {
    private let socket: RawSocket
    private let request: [UInt8]

    init(_ server: Server, _ table: TableName) throws {
        socket = try RawSocket(server.socket)
        request = Method.toggleLock(DiceParams(table: table, dice: [1])).bytes
        try socket.ask(Method.roll(RollParams(table: table, animate: false)).bytes)
    }

    func change() throws {
        try socket.ask(request)
    }
}
