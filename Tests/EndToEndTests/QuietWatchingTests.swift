import ProgramTestSupport
import Testing

@Suite("Watching without disturbance", .quietRoom)
struct QuietWatchingTests {
    @Test("a watcher that keeps up sees the ten values that each die shows in passing")
    func tenValues() async throws {
        // A machine that stalls may make a die skip a value; it may not do so every time.
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        try await client.result("table.watch")
        var counts: [[Int]] = []
        for _ in 0..<5 where counts.last != [10, 10, 10, 10, 10] {
            let start = client.lines.count
            var values = try await client.result("table.get")["dice"].array.map { [$0["value"].int] }
            let before = values.map(\.count)
            try await client.result("table.roll")
            for line in client.lines.all[start...] where line["method"] == "frame" {
                for die in line["params"]["dice"].array where die["animating"] == true {
                    let index = try #require(die["die"].int) - 1
                    if values[index].last != die["value"].int { values[index].append(die["value"].int) }
                }
            }
            counts.append(zip(values, before).map { $0.count - $1 })
            #expect(counts.joined().allSatisfy { $0 <= 10 })
        }
        #expect(counts.last == [10, 10, 10, 10, 10], "of \(counts)")
    }
}
