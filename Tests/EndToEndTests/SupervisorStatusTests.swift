import Foundation
import ProgramTestSupport
import Testing

@Suite("Supervisor notifications", .quickRoom)
struct SupervisorStatusTests {
    /// The programs that run as services.
    static let programs = ["diced", "diced-web", "diced-mqtt"]

    static func start(
        _ program: String,
        _ room: Room,
        _ supervisor: NotifySocket? = nil
    ) throws
        -> Child
    {
        let own: [String] =
            switch program {
            case "diced-web": ["--listen", "127.0.0.1:0"]
            case "diced-mqtt":
                [
                    "--broker", "mqtt://127.0.0.1:\(try FreePort.find())", "--prefix",
                    "p",
                ]
            default: []
            }
        var environment = ["DICED_STATE_DIR": room.state]
        if let supervisor {
            environment["NOTIFY_SOCKET"] = supervisor.path
            environment["WATCHDOG_USEC"] = "200000"
        }
        return try room.start(
            "\(Programs.folder)/\(program)",
            ["--socket", room.socket] + own,
            environment: environment
        )
    }

    @Test(
        "a supervisor that does not read does not delay a program that serves or stops",
        arguments: programs
    )
    func unread(_ program: String) async throws {
        let room = try Room.here
        let supervisor = try NotifySocket(path: room.path("n"), isRead: false)
        let child = try Self.start(program, room, supervisor)
        try await child.errors.first { $0.contains(" ready ") }
        if program == "diced" {
            let client = try Client(room.socket)
            for _ in 1...30 {
                try await client.result("table.roll", ["animate": false])
            }
        }
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
    }

    @Test(
        "readiness and liveness are sent to a supervisor that reads again",
        arguments: programs
    )
    func readLater(_ program: String) async throws {
        let room = try Room.here
        let supervisor = try NotifySocket(path: room.path("n"), isRead: false)
        let child = try Self.start(program, room, supervisor)
        try await child.errors.first { $0.contains(" ready ") }
        supervisor.read()
        let ready = try await supervisor.datagrams.first { $0.hasPrefix("READY=1") }
            .index
        try await supervisor.datagrams.first(from: ready) { $0 == "WATCHDOG=1" }
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
        try await supervisor.datagrams.first { $0.hasPrefix("STOPPING=1") }
    }

    @Test(
        "the supervisor's status tells that the store is opening, then ready, then changed counts"
    )
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
        let rolling = try await datagrams.first {
            $0.contains("STATUS=1 table, 1 watcher, 1 die animating")
        }
        try await client.result("table.cancel")
        try await datagrams.first(from: rolling.index) {
            $0.contains("STATUS=1 table, 1 watcher, 0 dice animating")
        }
        let told = datagrams.all.filter { $0.hasPrefix("STATUS=") }
        for (status, next) in zip(told, told.dropFirst()) {
            #expect(status != next)
        }
        #expect(
            !datagrams.all.contains { $0.contains("WATCHDOG") },
            "nobody has asked for it"
        )
    }
}
