import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl doctor", .quickRoom)
struct DoctorTests {
    @Test("a healthy daemon: nothing to do, nothing is started and nothing changes")
    func healthy() async throws {
        let room = try Room.here
        #expect(try await room.dicectl("doctor").ending == .exited(0))
        #expect(!room.exists("run") && !room.exists("state"))
        let daemon = try await room.daemon(environment: ["DICED_STARTED_BY": "dicectl"])
        let said = try await room.did("doctor")
        #expect(said[0].hasPrefix("socket ") && said[0].contains("(pid \(daemon.child.pid)) answers on \(room.socket)"))
        let checks = try await room.dicectl("doctor", "--json").json["checks"].array
        #expect(
            checks.count == said.count && checks.filter { $0["state"] == "hint" }.map { $0["check"] } == ["backups"])
        let store = try #require(checks.first { $0["check"] == "store" }?["text"].string)
        #expect(store.contains("in \(room.state)") && store.contains("no problem found"))
        #expect(checks.contains { $0["text"].string?.hasSuffix("looked at: 0") == true })
        #expect(
            try await room.refused("-H", "box", "doctor", status: 64).hasSuffix("run it there: ssh box dicectl doctor"))

        // Made by the timer, some time ago; and a turn that is worth one.
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        let unsaved = try await room.dicectl("doctor")
        #expect(unsaved.ending == .exited(1) && unsaved.complaint == "")
        try room.makeFolder("state/backups")
        try room.makeFile("state/backups/diced-\(Self.anHourAgo).sqlite", "")
        #expect(
            try await room.did("doctor").contains { $0.hasPrefix("backups ") && $0.contains("the last one is 1 h") })
    }

    private static var anHourAgo: String {
        let format = DateFormatter()
        (format.dateFormat, format.timeZone) = ("yyyyMMdd'T'HHmmss'Z'", TimeZone(secondsFromGMT: 0))
        return format.string(from: Date(timeIntervalSinceNow: -3_610))
    }

    @Test("folders that are open to others: 1, and what closes them")
    func open() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        chmod(room.path("run"), 0o755)
        chmod(room.state + "/diced.sqlite", 0o644)
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1) && outcome.complaint == "")
        let folders = outcome.output.first { $0.hasPrefix("folders ") } ?? ""
        #expect(folders.contains(" chmod 700 \(room.path("run"));"), "\(outcome)")
        #expect(folders.hasSuffix(" chmod 600 \(room.state)/diced.sqlite"))
        #expect(try room.mode("run") == 0o755)
    }

    @Test("a path that no socket can have, and one in a folder of another user's: 1, and nothing is made")
    func elsewhere() async throws {
        let room = try Room.here
        for (socket, words) in [
            (room.path(String(repeating: "x", count: 107)), "107 bytes at most"), ("/proc/1/diced/s", "in /proc/1,"),
        ] {
            let outcome = try await room.dicectl(["doctor"], ["DICED_SOCKET": socket])
            #expect(outcome.ending == .exited(1) && outcome.output[0].contains(" todo "), "\(outcome)")
            #expect(outcome.output[0].contains(words), "\(outcome)")
        }
    }

    @Test("a daemon that stands still is waited for no longer than it may be, and named")
    func stopped() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        daemon.child.signal(SIGSTOP)
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1))
        #expect(outcome.output[0].hasSuffix("; to end it: kill \(daemon.child.pid)"), "\(outcome)")
    }
}
