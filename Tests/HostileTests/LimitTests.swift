import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("A daemon at its own limits", .quickRoom)
struct LimitTests {
    /// The maximum private memory of the process, in bytes.
    private static let bar = 60_000_000

    private func expectSmall(
        _ daemon: Daemon,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let bytes = daemon.child.residentBytes
        #expect(
            isSanitized || bytes < Self.bar,
            "\(bytes) bytes",
            sourceLocation: sourceLocation
        )
    }

    @Test(
        "a batch over the limit is refused as a whole, and its space is released"
    )
    func batches() async throws {
        DescriptorLimit.raise()
        let daemon = try await Room.here.daemon()
        let honest = try daemon.client()
        let line =
            "[" + Array(repeating: "1", count: 32_767).joined(separator: ",") + "]"
        let clients = try (0..<Soak.size(20, long: 400)).map { _ in try daemon.client()
        }
        for client in clients {
            await client.send(line)
        }
        for client in clients {
            let refusal = try await client.lines.first { $0["error"] != nil }.element
            #expect(
                refusal["error"]["code"] == 8
                    && refusal["error"]["data"]["limit"] == 1_000
            )
        }
        try await honest.result("table.roll", ["animate": false])
        expectSmall(daemon)
    }

    @Test(
        "many tables are counted, listed and played in little memory, and results are kept"
    )
    func manyTables() async throws {
        let tables = Soak.size(30, long: 10_000)
        let dice = 1_000
        let room = try Room.here
        var daemon = try await room.daemon()
        let sides = JSON.array(Array(repeating: 6, count: dice))
        let maker = try daemon.client(reading: true)
        for number in 0..<tables - 1 {
            try await maker.result(
                "table.create",
                ["table": .string("t\(number)"), "dice": sides]
            )
        }
        #expect(try await daemon.stop() == .exited(0))
        daemon = try await room.daemon()
        expectSmall(daemon)
        let client = try daemon.client()
        #expect(try await client.result("server.status")["tables"] == JSON(tables))
        #expect(try await client.result("table.list")["tables"].array.count == tables)
        var totals: [Int: JSON] = [:]
        // More tables than stay in memory, twice.
        for round in 1...2 {
            for number in stride(from: 0, to: tables - 1, by: max(1, tables / 250)) {
                let params: JSON = ["table": .string("t\(number)"), "animate": false]
                let result = try await client.result("table.roll", params)
                #expect(result["roll"] == JSON(round))
                totals[number] = result["total"]
            }
        }
        expectSmall(daemon)
        try await daemon.kill()
        let again = try await room.daemon().client()
        for (number, total) in totals {
            let table = try await again.result(
                "table.get",
                ["table": .string("t\(number)")]
            )
            #expect(
                JSON(table["dice"].array.compactMap { $0["value"].int }.reduce(0, +))
                    == total
            )
        }
    }

    /// An unoptimized build needs most of a minute; `TablesInMemoryTests.inFlight` is the short
    /// form.
    @Test(
        "the limit of 20,000 dice in flight is reached again and again, and more are refused",
        .enabled(if: Soak.isLong, "make soak runs it")
    )
    func diceInFlight() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let client = try daemon.client()
        let sides = JSON.array(Array(repeating: 6, count: 1_000))
        for number in 0...20 {
            try await client.result(
                "table.create",
                ["table": .string("t\(number)"), "dice": sides]
            )
        }
        for _ in 1...50 {
            let rollers = try (0..<20).map { _ in try daemon.client() }
            for (number, roller) in rollers.enumerated() {
                _ = await roller.begin("table.roll", ["table": .string("t\(number)")])
            }
            try await client.status(becomes: "animating", 20_000)
            let refusal = try await client.refusal("table.roll", ["table": "t20"])
            #expect(refusal["code"] == 8 && refusal["data"]["limit"] == 20_000)
            try await client.result("table.roll", ["table": "t20", "animate": false])
            for roller in rollers {
                roller.close()
            }
            try await client.status(becomes: "animating", 0)
        }
    }
}
