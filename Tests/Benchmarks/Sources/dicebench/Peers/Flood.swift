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

    func run() throws {
        _ = end_with_parent()
        let socket = try RawSocket(path)
        let block = Array(repeating: Array(request.utf8), count: Self.requestsPerBlock).flatMap(\.self)
        try socket.send(block)
        while true {
            try socket.send(block)
            try socket.receive(Self.requestsPerBlock * answerLength)
        }
    }
}

/// A guest at full speed: on 60 connections it asks for more than anybody reads, throws as much as is stored, and hangs up,
/// again and again.
struct GuestFlood: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "guest-flood", shouldDisplay: false)

    @Argument var path: String
    @Argument(help: "What confines a connection.") var confine: String
    @Argument(help: "The requests.") var requests: [String]

    private static let connections = 60
    /// About what a socket holds.
    private static let bytes = 200_000

    func run() throws {
        _ = end_with_parent()
        let blocks = requests.map { request in
            let line = Array(request.utf8)
            return Array(confine.utf8) + Array(repeating: line, count: Self.bytes / line.count).flatMap(\.self)
        }
        while true {
            // They are closed together.
            let sockets = try (0..<Self.connections).map { _ in try RawSocket(path) }
            for (number, socket) in sockets.enumerated() { socket.offer(blocks[number % blocks.count]) }
        }
    }
}

extension Server {
    /// Runs `body` while a guest asks the daemon for `requests` at full speed.
    func besideGuest<Value>(
        confinedBy confine: [UInt8], asking requests: [[UInt8]], _ bench: Bench, _ body: () throws -> Value
    ) throws -> Value {
        let lines = [confine] + requests
        let flood = Command(
            bench.programs.dicebench, ["guest-flood", socket] + lines.map { String(decoding: $0, as: UTF8.self) },
            errors: bench.folder + "/guest-errors")
        return try beside(flood, body)
    }

    /// Runs `body` while another client floods the server with `request`.
    func flooded<Value>(
        with request: [UInt8], answerLength: Int, _ bench: Bench, _ body: () throws -> Value
    ) throws -> Value {
        let flood = Command(
            bench.programs.dicebench,
            ["flood", socket, String(decoding: request, as: UTF8.self), "\(answerLength)"],
            errors: bench.folder + "/flood-errors")
        return try beside(flood, body)
    }

    private func beside<Value>(_ flood: Command, _ body: () throws -> Value) throws -> Value {
        let before = try ProcessUse.processorTime(pid)
        let child = try flood.start()
        defer { Child.end(child) }
        // Until it asks.
        while try ProcessUse.processorTime(pid) < before + 20_000_000 { sleep(seconds: 0.005) }
        return try body()
    }
}
