import ProgramTestSupport
import Testing

/// When dice move, as a watcher of the built daemon sees it (seed 001, requirement 2).
///
/// No machine makes a die early, so what is early is wrong wherever it happens. A machine that stalls makes it late:
/// what is late is tried again, at last with dice so slow that only a stall of many seconds could hide the difference.
@Suite("The daemon's timing", .room)
struct TimingTests {
    private static let dice = 200

    /// Moments of one roll, counted from its start in parts of a second of dice that are not slow.
    private struct Moments {
        /// The last die has shown its first random value.
        var lastStart = 0.0
        var firstSettled = 0.0
        var lastSettled = 0.0
    }

    private func roll(_ slowness: Int) async throws -> Moments {
        let room = try Room.here
        let name = "\(slowness)-\(UInt32.random(in: 0...UInt32.max))"
        let arguments = slowness == 1 ? [] : ["--slow", "\(slowness)"]
        let daemon = try Daemon(room, arguments, socket: room.path("\(name)/s"), state: room.path("st-\(name)"))
        try await daemon.ready()
        let client = try daemon.client()
        let sides = JSON([Int](repeating: 1_000, count: Self.dice))
        try await client.result("table.create", ["table": "t", "dice": sides])
        var values = try await client.result("table.watch", ["table": "t"])["dice"].array.map { $0["value"] }
        var waiting = Set(values.indices)
        var moments = Moments()
        var next = client.lines.count
        let start = ContinuousClock.now
        let reply = await client.begin("table.roll", ["table": "t"])
        while true {
            let line = try await client.lines.first(from: next) { _ in true }
            let time = start.duration(to: .now) / .seconds(slowness)
            next = line.index + 1
            if line.element["id"] == JSON(reply) { break }
            guard line.element["method"] == "frame" else { continue }
            for die in line.element["params"]["dice"].array {
                let index = try #require(die["die"].int) - 1
                if values[index] != die["value"], waiting.remove(index) != nil { moments.lastStart = time }
                values[index] = die["value"]
                guard die["animating"] == false else { continue }
                if moments.firstSettled == 0 { moments.firstSettled = time }
                moments.lastSettled = time
            }
        }
        #expect(try await daemon.stop() == .exited(0))
        return moments
    }

    @Test("dice start within 0.25 s, settle 0.5 to 1.25 s after the roll began, and not all at once")
    func bounds() async throws {
        var tries: [Moments] = []
        for slowness in [1, 1, 1, 4, 16, 40] {
            let moments = try await roll(slowness)
            tries.append(moments)
            // The settling of 200 dice: the earliest is never early, and the latest is due after 1 s or later.
            #expect(moments.firstSettled >= 0.5)
            #expect(moments.lastSettled >= 1)
            // Dice that took twice as long would start up to 0.5 s, and settle 1 to 2.5 s after the roll began.
            if moments.lastStart < 0.4, moments.firstSettled < 0.95, moments.lastSettled < 1.7 { return }
        }
        Issue.record("dice were late in each of \(tries)")
    }
}
