import Glibc
import ProgramTestSupport
import Testing

@Suite("Slow readers", .room)
struct SlowReaderTests {
    static let big: JSON = ["table": "big", "dice": JSON([Int](repeating: 6, count: 1_000))]

    @Test("a stopped watcher delays nobody, and is shown the newest state when it goes on")
    func stoppedWatcher() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let roller = try daemon.client()
        try await roller.result("table.create", ["table": "t", "dice": JSON([Int](repeating: 6, count: 200))])
        let watch = #"{"jsonrpc":"2.0","id":1,"method":"table.watch","params":{"table":"t"}}"# + "\n"
        let (fast, stopped) = (
            try room.start(Programs.nc, ["-U", daemon.socket]), try room.start(Programs.nc, ["-U", daemon.socket])
        )
        for watcher in [fast, stopped] {
            watcher.write(watch)
            try await watcher.output.first { _ in true }
        }
        stopped.signal(SIGSTOP)

        // Far more than the kernel keeps for the one that is stopped: a frame takes some 10 kB, a socket some 200.
        var rolls = 0
        while rolls < 3 || fast.output.all.count(where: Self.isFrame) < 120 {
            #expect(try await roller.result("table.roll", ["table": "t"])["outcome"] == "completed")
            rolls += 1
            try await fast.output.until { [rolls] lines in lines.count { $0.contains("rollSettled") } == rolls }
        }
        let newest = try await roller.result("table.get", ["table": "t"])
        #expect(stopped.output.count == 1)
        stopped.signal(SIGCONT)
        try await stopped.output.until { [rolls] lines in lines.count { $0.contains("rollSettled") } == rolls }

        let lines = try stopped.output.all.map { try #require(JSON($0.utf8)) }
        let frames = lines.filter { $0["method"] == "frame" }.map { $0["params"] }
        #expect(frames.last?["revision"] == newest["revision"])
        let revisions = frames.compactMap { $0["revision"].int }
        #expect(revisions == revisions.sorted())
        var dice = lines[0]["result"]["dice"].array
        for die in frames.flatMap(\.["dice"].array) { dice[try #require(die["die"].int) - 1] = die }
        #expect(JSON.array(dice) == newest["dice"])
        let events = lines.filter { $0["method"] == "event" }.map { $0["params"]["event"] }
        let roll = ["rollStarted", "rollSettled"] as [JSON]
        #expect(events == Array(repeating: roll, count: rolls).flatMap(\.self), "events are never dropped")
        let sent = fast.output.all.count(where: Self.isFrame)
        #expect(frames.count * 2 < sent, "the one that kept up was sent \(sent) frames")
    }

    private static func isFrame(_ line: String) -> Bool { line.contains(#""method":"frame""#) }

    @Test("a watcher that never reads is closed once it is owed more than 1 MiB, and the log names its process")
    func neverReads() async throws {
        let daemon = try await Room.here.daemon()
        let (fast, roller, deaf) = (try daemon.client(), try daemon.client(), try daemon.client(reading: false))
        try await roller.result("table.create", Self.big)
        try await fast.result("table.watch", ["table": "big"])
        await deaf.send(#"{"jsonrpc":"2.0","id":1,"method":"table.watch","params":{"table":"big"}}"#)
        try await roller.status(becomes: "watchers", 2)
        var rolls = 0
        while rolls < 100, try await roller.result("server.status")["watchers"] == 2 {
            try await roller.result("table.roll", ["table": "big", "animate": false])
            rolls += 1
        }
        #expect(rolls > 5, "it was closed too early")
        #expect(rolls < 100, "it was never closed")
        try await daemon.child.errors.first { $0.contains("closed") && $0.contains("client-pid=\(getpid())") }
        deaf.startReading()
        try await deaf.lines.ended()
        #expect(try await roller.result("server.status")["clients"] == 2)
        try await fast.lines.until { [rolls] lines in lines.count { $0["params"]["event"] == "rollSettled" } == rolls }
    }

    @Test("a client that sends and does not read is waited for, and gets every reply when it reads")
    func manyRequests() async throws {
        let daemon = try await Room.here.daemon()
        let (other, deaf) = (try daemon.client(), try daemon.client(reading: false))
        let count = 20_000
        let requests = (1...count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
        async let sent: Void = deaf.send(requests.joined(separator: "\n"))
        for _ in 0..<20 { try await other.result("ping") }
        #expect(try await other.result("table.roll")["outcome"] == "completed")
        deaf.startReading()
        await sent
        try await deaf.lines.until { $0.count == count }
        #expect(deaf.lines.all.map { $0["id"].int } == (1...count).map { $0 })
    }
}
