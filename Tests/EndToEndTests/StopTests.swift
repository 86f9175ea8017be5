import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl stop", .quickRoom)
struct StopTests {
    @Test("`stop` ends a daemon that dicectl started and returns after its exit")
    func ours() async throws {
        let room = try Room.here
        for arguments in [["stop"], ["stop", "--json"]] {
            _ = try await room.dicectl("ls")
            let started = try await room.dicectl("status", "--json").json
            let pid = try #require(started["pid"].int)
            room.adopt(pid)
            _ = try await room.dicectl("roll", "--motion", "none")
            let stopped = try await room.dicectl(arguments)
            #expect(!room.exists("run/diced.sock"))
            #expect(stopped.ending == .exited(0))
            #expect(stopped.complaint == "")
            #expect(
                stopped.output == [
                    arguments == ["stop"]
                        ? "diced (pid \(pid)) has ended" : #"{"pid":\#(pid)}"#
                ]
            )
        }
        let kept = try await room.dicectl("history", "--json").json
        if let pid = try await room.dicectl("status", "--json").json["pid"].int {
            room.adopt(pid)
        }
        #expect(kept["entries"] == [])
        #expect(
            try await room.dicectl("table", "show", "--json").json["roll"] == 2,
            "rolls are kept over the stops"
        )
    }

    @Test("`stop` waits for a daemon that takes long to exit")
    func waits() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(environment: ["DICED_STARTED_BY": "dicectl"])
        let client = try daemon.client()
        // A blocked write delays the stop until the daemon gives up.
        let store = try HeldStore(of: room)
        _ = await client.begin("table.lock", ["dice": [2]])
        let stopped = try await room.dicectl("stop")
        let state = room.processState(daemon.child.pid)
        #expect(
            stopped.ending == .exited(0) && [nil, "Z"].contains(state),
            "it is \(state ?? "gone")"
        )
        store.release()
    }

    @Test("`stop` leaves a daemon that dicectl did not start, and tells how to end it")
    func others() async throws {
        let room = try Room.here
        let byHand = try await room.daemon()
        #expect(
            try await room.refused("stop").hasSuffix(
                "stop it where it was started, or with: kill \(byHand.child.pid)"
            )
        )
        #expect(try await byHand.client().result("ping") == [:])
        try await byHand.kill()

        let managed = try await room.daemon(
            through: ["/bin/sh", "-c", #"export SYSTEMD_EXEC_PID=$$; exec "$@""#, "sh"])
        #expect(
            try await room.refused("stop").hasSuffix(
                "to stop it: systemctl --user stop diced.socket diced.service"
            )
        )
        #expect(try await managed.client().result("ping") == [:])
    }

    @Test(
        "`stop` without a daemon finds nothing to stop and starts none"
    )
    func none() async throws {
        let room = try Room.here
        for _ in 1...2 {
            #expect(
                try await room.refused("stop", status: 69)
                    == "dicectl: no daemon is running on \(room.socket)"
            )
            #expect(!room.exists("state"))
            // The socket is held as systemd would hold it: a connection starts the daemon.
            if !room.exists("run") {
                let daemon = try await room.daemon(state: room.path("elsewhere"))
                try await daemon.kill()
            }
        }
    }
}

extension Room {
    /// Returns the state letter of proc_pid_stat(5): `Z` for a process that has ended and has not
    /// been reaped; `nil` if there is none.
    fileprivate func processState(_ pid: pid_t) -> String? {
        guard
            let stat = try? String(
                contentsOfFile: "/proc/\(pid)/stat",
                encoding: .utf8
            ),
            let end = stat.lastIndex(of: ")")
        else { return nil }
        return stat[end...].split(separator: " ").dropFirst().first.map(String.init)
    }
}
