import ProgramTestSupport
import Testing

@Suite("What a supervisor is told", .quickRoom)
struct SupervisorStatusTests {
    @Test("that opening the store may take long, then that it serves, then how much there is, where it has changed")
    func status() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let client = try daemon.client()
        let datagrams = daemon.notify.datagrams
        let ready = try await datagrams.first { $0.contains("READY=1") }
        #expect(datagrams.all[..<ready.index].contains("EXTEND_TIMEOUT_USEC=300000000"))
        #expect(ready.element.contains("STATUS=1 table, 0 watchers, 0 dice animating"))
        try await client.rollInFlight(["dice": [1]])
        for _ in 1...50 {
            try await client.result("table.unwatch")
            try await client.result("table.watch")
        }
        let rolling = try await datagrams.first { $0.contains("STATUS=1 table, 1 watcher, 1 die animating") }
        try await client.result("table.cancel")
        try await datagrams.first(from: rolling.index) { $0.contains("STATUS=1 table, 1 watcher, 0 dice animating") }
        let told = datagrams.all.filter { $0.hasPrefix("STATUS=") }
        for (status, next) in zip(told, told.dropFirst()) { #expect(status != next) }
        #expect(!datagrams.all.contains { $0.contains("WATCHDOG") }, "nobody has asked for it")
    }
}
