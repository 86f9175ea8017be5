import Foundation
import ProgramTestSupport
import Testing

@Suite("Files that dicectl creates", .quickRoom)
struct TracesTests {
    private static let notes = "home/.local/state/dicectl/seen"

    @Test("a look leaves no file, and a watch notes the commitments privately")
    func looking() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        for words in [
            ["table", "show"],
            ["ls"],
            ["status"],
            ["history"],
            ["stats"],
            ["table", "new", "t", "d6"],
        ] {
            #expect(try await room.dicectl(words).ending == .exited(0), "\(words)")
            #expect(!room.exists("home"), "\(words)")
        }
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0.hasPrefix("default turn 1 roll 0") }
        let text = String(
            decoding: try #require(room.contents(Self.notes)),
            as: UTF8.self
        )
        #expect(
            text.split(separator: "\n").map {
                $0.split(separator: " ")[1...3].joined(separator: " ")
            }
                == ["default turn 1", "default throw 0"]
        )
        #expect(
            try room.mode(Self.notes) == 0o600
                && room.mode("home/.local/state/dicectl") == 0o700
        )
    }

    @Test(
        "an empty variable counts as unset, including the one for the daemon's program"
    )
    func emptyVariables() async throws {
        let room = try Room.here
        let names = [
            "DICED", "DICECTL_HOST", "DICECTL_MOTION", "DICECTL_SHARED", "DICECTL_SSH",
            "DICECTL_TABLE",
            "DICED_STARTED_BY",
            "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "NOTIFY_SOCKET",
            "LISTEN_FDS",
            "LISTEN_PID",
        ]
        let variables = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
        let roll = try await room.dicectl(["roll", "--json"], variables)
        let status = try await room.dicectl(["status", "--json"], variables)
        room.adopt(try #require(status.json["pid"].int))
        #expect(
            roll.ending == .exited(0) && roll.complaint == ""
                && roll.json["table"] == "default"
        )
        #expect(room.exists(Self.notes))
        let doctor = try await room.dicectl(
            ["doctor"],
            ["DICECTL_HOST": "box", "DICECTL_SSH": "", "PATH": room.folder]
        )
        #expect(doctor.output.contains { $0.contains("no ssh: ") }, "\(doctor.output)")
    }
}
