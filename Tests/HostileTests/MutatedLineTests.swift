import Foundation
import ProgramTestSupport
import Testing
import WireProperties

@Suite("Mutated lines", .quickRoom)
struct MutatedLineTests {
    private static let linesPerConnection = 250
    private static let connectionsAtOnce = 4

    @Test(
        "mutated requests are answered as the protocol requires and leave nothing in the daemon"
    )
    func mutatedLines() async throws {
        let room = try Room.here
        let seed = Soak.seed
        let daemon = try await room.daemon("--seed", "1")
        let client = try daemon.client()
        // The first request opens the files for reading history.
        try await client.result("table.history")
        let descriptors = daemon.child.descriptors
        let rounds =
            Soak.size(10_000, long: 1_000_000)
            / (Self.linesPerConnection * Self.connectionsAtOnce)
        let corpus = try Self.corpus()
        var warm = 0
        for round in 0..<rounds {
            await withTaskGroup { group in
                for number in 0..<Self.connectionsAtOnce {
                    let mutator = Mutator(
                        corpus: corpus,
                        seed: seed + UInt64(round * Self.connectionsAtOnce + number)
                            << 20
                    )
                    group.addTask {
                        await Self.connection(
                            to: daemon,
                            mutator,
                            "seed \(seed), \(round).\(number)"
                        )
                    }
                }
            }
            guard daemon.child.isAlive, try await client.call("ping")["result"] == [:]
            else {
                break
            }
            try await Self.tidy(client)
            if round == rounds / 4 {
                warm = daemon.child.residentBytes
            }
        }
        try #require(
            daemon.child.isAlive,
            "seed \(seed): \(daemon.child.errors.all.suffix(5))"
        )
        try await client.isAlone(with: daemon, descriptors)
        if Soak.isLong, !isSanitized {
            let growth = daemon.child.residentBytes - warm
            #expect(
                growth < 16 << 20,
                "seed \(seed): grown by \(growth) bytes since a quarter of the lines"
            )
        }

        let tables = try await Self.tables(client)
        #expect(try await daemon.stop() == .exited(0), "seed \(seed)")
        let again = try await room.daemon()
        #expect(
            try await Self.tables(try again.client()) == tables,
            "seed \(seed): stored otherwise than shown"
        )
    }

    /// Sends lines until the connection has been used up, and checks the results.
    private static func connection(
        to daemon: Daemon,
        _ mutator: Mutator,
        _ name: String
    ) async {
        var mutator = mutator
        let stream =
            mutator.stream(of: linesPerConnection) + mutator.longLine() + [
                UInt8(ascii: "\n")
            ]
        let expected = Answers(to: stream)
        do {
            let client = try daemon.client(reading: false)
            client.startReading(parsing: false)
            await client.send(stream)
            if expected.endsConnection {
                // The answers to rolls in flight may be cut off.
                try await client.lines.ended()
                #expect(answers(client.lines.all) <= expected.count, "\(name)")
                #expect(
                    client.lines.all.contains {
                        $0.string?.contains("lineTooLong") == true
                    },
                    "\(name)"
                )
            } else {
                await client.send(
                    #"{"jsonrpc":"2.0","id":"still there?","method":"ping"}"#
                )
                try await client.lines.first {
                    $0.string?.contains(#""id":"still there?""#) == true
                }
                // Rolls are answered when their dice have settled.
                try await client.lines.until { Self.answers($0) >= expected.count + 1 }
                #expect(answers(client.lines.all) == expected.count + 1, "\(name)")
            }
            let faults = client.lines.all.compactMap(\.string).filter { line in
                line.utf8.count < 4_096 && !JSONSyntax.accepts(Array(line.utf8))
            }
            #expect(faults == [], "\(name)")
        } catch {
            Issue.record("\(name): \(error)")
        }
    }

    /// Returns the number of lines that are not notifications.
    private static func answers(_ lines: [JSON]) -> Int {
        lines.count { $0.string?.hasPrefix(#"{"jsonrpc":"2.0","method":"#) != true }
    }

    /// Returns the fuzzer's seeds, except those that only cost time.
    private static func corpus() throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).appending(
            path: "../../Fuzzing/Corpus/requests"
        )
        .standardized
        return try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        .filter { $0.lastPathComponent != "discover" }
        .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }

    /// Deletes the tables and rolls, so that the daemon's size only shows leaks.
    private static func tidy(_ client: Client) async throws {
        for table in try await client.result("table.list")["tables"].array.dropFirst(10) {
            _ = try await client.call("table.delete", ["table": table["table"]])
        }
    }

    /// Returns every table, settled and without its revision.
    private static func tables(_ client: Client) async throws -> [JSON] {
        try await client.status(becomes: "animating", 0)
        var tables: [JSON] = []
        for summary in try await client.result("table.list")["tables"].array {
            let table = try await client.result(
                "table.get",
                ["table": summary["table"]]
            )
            let dice = table["dice"].array
            #expect(dice.map { $0["die"].int } == (1...dice.count).map { $0 })
            #expect(summary["dice"].int == dice.count)
            for die in dice {
                let sides = try #require(die["sides"].int)
                let value = try #require(die["value"].int)
                #expect((1...sides).contains(value) && die["animating"] == false)
            }
            tables.append([
                "table": table["table"], "turn": table["turn"], "roll": table["roll"],
                "dice": table["dice"],
            ])
        }
        return tables
    }
}
