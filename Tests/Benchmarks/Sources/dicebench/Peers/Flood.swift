import ArgumentParser
import CLinux
import Glibc

/// A client that never lets a server rest: a thousand requests wait for it whenever it looks.
struct Flood: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "flood", shouldDisplay: false)

    private static let requestsPerBlock = 1_000

    @Argument var path: String
    @Argument(help: "The request.") var request: String
    @Argument(help: "Bytes of its answer.") var answerLength: Int
    @Option(help: "On so many connections.") var connections = 1
    @Option(help: "As the user of this number.") var user: uid_t?

    func run() throws {
        _ = end_with_parent()
        let sockets = try (0..<connections).map { _ in
            if let user { try RawSocket.opened(path, as: user) } else { try RawSocket(path) }
        }
        // What is measured is the server, and not who of its clients has a processor.
        if connections > 1 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }
        let block = Array(repeating: Array(request.utf8), count: Self.requestsPerBlock).flatMap(\.self)
        for socket in sockets { try socket.send(block) }
        while true {
            for socket in sockets {
                try socket.send(block)
                try socket.receive(Self.requestsPerBlock * answerLength)
            }
        }
    }
}

extension Server {
    /// Runs `body` while another client floods the server with `request`.
    func flooded<Value>(
        with request: [UInt8], answerLength: Int, connections: Int = 1, as user: uid_t? = nil, _ bench: Bench,
        _ body: () throws -> Value
    ) throws -> Value {
        let flood = Command(
            bench.programs.dicebench,
            ["flood", socket, String(decoding: request, as: UTF8.self), "\(answerLength)"]
                + ["--connections", "\(connections)"] + (user.map { ["--user", "\($0)"] } ?? []),
            errors: bench.folder + "/flood-errors")
        let before = try ProcessUse.processorTime(pid)
        let child = try flood.start()
        defer { Child.end(child) }
        // Until all of its connections ask.
        while try ProcessUse.processorTime(pid) < before + 20_000_000 + UInt64(connections - 1) * 3_000_000 {
            sleep(seconds: 0.005)
        }
        return try body()
    }
}
