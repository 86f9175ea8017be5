import ArgumentParser
import CLinux
import Glibc

/// A client that keeps a server busy: a thousand of its requests are always waiting.
struct Flood: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flood",
        shouldDisplay: false
    )

    private static let requestsPerBlock = 1_000

    @Argument var path: String
    @Argument(help: "The request.") var request: String
    @Argument(help: "Bytes of its answer.") var answerLength: Int

    func run() throws {
        _ = end_with_parent()
        let socket = try RawSocket(path)
        let block = Array(repeating: Array(request.utf8), count: Self.requestsPerBlock)
            .flatMap(
                \.self
            )
        try socket.send(block)
        while true {
            try socket.send(block)
            try socket.receive(Self.requestsPerBlock * answerLength)
        }
    }
}

extension Server {
    /// Runs `body` while another client floods the server with `request`.
    func flooded<Value>(
        with request: [UInt8],
        answerLength: Int,
        _ bench: Bench,
        _ body: () throws -> Value
    ) throws -> Value {
        let flood = Command(
            bench.programs.dicebench,
            [
                "flood", socket, String(decoding: request, as: UTF8.self),
                "\(answerLength)",
            ],
            errors: bench.folder + "/flood-errors"
        )
        let before = try ProcessUse.processorTime(pid)
        let child = try flood.start()
        defer {
            Child.end(child)
        }
        // Waits until the flood has begun.
        while try ProcessUse.processorTime(pid) < before + 20_000_000 {
            sleep(seconds: 0.005)
        }
        return try body()
    }
}
