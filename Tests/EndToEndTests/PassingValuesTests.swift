import ProgramTestSupport
import Testing

@Suite("Passing values", .room)
struct PassingValuesTests {
    /// Returns the number of passing values that each die showed in one roll.
    private func passingValues(slowness: Int) async throws -> [Int] {
        let room = try Room.here
        let daemon = try await room.daemon(
            "--slow",
            "\(slowness)",
            socket: room.path("\(slowness)/s"),
            state: room.path("st-\(slowness)")
        )
        let client = try daemon.client()
        var values = try await client.result("table.watch")["dice"].array.map {
            [$0["value"].int]
        }
        try await client.result("table.roll")
        for die in client.frames.flatMap(\.["dice"].array)
        where die["animating"] == true {
            let index = try #require(die["die"].int) - 1
            if values[index].last != die["value"].int {
                values[index].append(die["value"].int)
            }
        }
        return values.map { $0.count - 1 }
    }

    @Test("a watcher that keeps up sees ten passing values for each die")
    func tenValues() async throws {
        // A machine that stalls may make a die skip a value; the slower the dice are, the longer a
        // stall has to be for that.
        var counts: [[Int]] = []
        for slowness in [1, 2, 4, 16, 30] where counts.last != [10, 10, 10, 10, 10] {
            counts.append(try await passingValues(slowness: slowness))
            #expect(counts.joined().allSatisfy { $0 <= 10 })
        }
        #expect(counts.last == [10, 10, 10, 10, 10], "of \(counts)")
    }
}
