import ProgramTestSupport
import Testing

@Suite("Values in passing", .room)
struct PassingValuesTests {
    /// How many values each die showed in passing in one roll.
    private func passingValues(slowness: Int) async throws -> [Int] {
        let room = try Room.here
        let name = "\(slowness)-\(UInt32.random(in: 0...UInt32.max))"
        let daemon = try await room.daemon(
            "--slow", "\(slowness)", socket: room.path("\(name)/s"), state: room.path("st-\(name)"))
        let client = try daemon.client()
        var values = try await client.result("table.watch")["dice"].array.map { [$0["value"].int] }
        try await client.result("table.roll")
        for die in client.frames.flatMap(\.["dice"].array) where die["animating"] == true {
            let index = try #require(die["die"].int) - 1
            if values[index].last != die["value"].int { values[index].append(die["value"].int) }
        }
        #expect(try await daemon.stop() == .exited(0))
        return values.map { $0.count - 1 }
    }

    @Test("a watcher that keeps up sees the ten values that each die shows in passing")
    func tenValues() async throws {
        // A machine that stalls may make a die skip a value; the slower the dice, the longer it would have to.
        var counts: [[Int]] = []
        for slowness in [1, 1, 1, 4, 16, 40] where counts.last != [10, 10, 10, 10, 10] {
            counts.append(try await passingValues(slowness: slowness))
            #expect(counts.joined().allSatisfy { $0 <= 10 })
        }
        #expect(counts.last == [10, 10, 10, 10, 10], "of \(counts)")
    }

    @Test("a watcher with plans is told all of them in the start of the roll, in dice and two messages")
    func planned() async throws {
        let daemon = try await Room.here.daemon()
        let (client, roller) = (try daemon.client(), try daemon.client())
        try await client.result("table.watch", ["frames": "plan"])
        let faces = try await roller.result("table.roll")["dice"].array.map { $0["value"] }
        try await client.event("rollSettled")
        let told = client.notifications.filter { $0["params"]["event"] != "watchersChanged" }
        #expect(told.count <= 5 + 2)
        let start = try #require(told.first)["params"]
        #expect(start["event"] == "rollStarted" && start["roll"] == 1)
        #expect(start["plan"].array.map { $0["die"] } == [1, 2, 3, 4, 5])
        for plan in start["plan"].array {
            let values = plan["values"].array.compactMap(\.int)
            #expect(values.count == 10 && values.allSatisfy((1...6).contains))
            let times = plan["times"].array.compactMap { if case .number(let time) = $0 { time } else { nil } }
            let (first, last) = (try #require(times.first), try #require(times.last))
            #expect(times.count == 11 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            #expect((0...250).contains(first) && (499.9...1_000.1).contains(last - first))
        }
        let settled = client.frames.flatMap(\.["dice"].array)
        #expect(settled.allSatisfy { $0["animating"] == false } && settled.count == 5)
        for die in settled { #expect(faces[(die["die"].int ?? 0) - 1] == die["value"]) }
    }
}
