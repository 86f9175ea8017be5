import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl doctor", .quickRoom)
struct DoctorTests {
    @Test(
        "doctor without a daemon starts the one the next command would start, and it keeps running"
    )
    func started() async throws {
        let room = try Room.here
        let first = try await room.did("doctor")
        #expect(
            first[0].contains("no daemon is running; the next command starts one"),
            "\(first)"
        )
        let next = try #require(first.last)
        #expect(next.hasPrefix("next "))
        #expect(next.hasSuffix("was started and answers"))
        let second = try await room.did("doctor")
        #expect(second[0].hasSuffix("answers on \(room.socket)"))
        #expect(second.last?.hasSuffix(") answers") == true, "\(second)")
        #expect(try await room.dicectl("stop").ending == .exited(0))
    }

    @Test("doctor exits with 1 and tells why the next command fails if a daemon cannot be started")
    func unstartable() async throws {
        let room = try Room.here
        try room.makeFile("state", "")
        for arguments in [["doctor"], ["doctor", "--no-autostart"]] {
            let outcome = try await room.dicectl(arguments, [:])
            #expect(
                outcome.ending == .exited(1) && outcome.complaint == "",
                "\(outcome)"
            )
            #expect(
                outcome.output.last?.contains("the next command fails: ") == true,
                "\(outcome)"
            )
        }
        let named = try await room.dicectl(["doctor"], ["DICECTL_TABLE": "a b"])
        #expect(named.ending == .exited(1))
        #expect(
            named.output.last?.contains("DICECTL_TABLE is \"a b\"") == true,
            "\(named)"
        )
    }

    @Test("doctor exits with 1 and names the limit to raise if the daemon has no room for a client")
    func full() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(through: [
            "/bin/sh", "-c", #"ulimit -n 64; exec "$@""#, "sh",
        ])
        var clients: [Client] = []
        for _ in 0..<40 {
            clients.append(try daemon.client())
        }
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1))
        #expect(
            outcome.output[0].contains(
                "accepts no more connections: close some, or raise "
            ),
            "\(outcome)"
        )
        // A retry would not help.
        let reason = try await room.refused("table", "list", status: 69)
        #expect(
            reason.contains("files open") && reason.contains("dicectl doctor"),
            "\(reason)"
        )
        withExtendedLifetime(clients) {}
    }

    @Test("doctor finds a healthy daemon in order and changes nothing")
    func healthy() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(environment: ["DICED_STARTED_BY": "dicectl"])
        let said = try await room.did("doctor")
        #expect(
            said[0].hasPrefix("socket ")
                && said[0].contains(
                    "(pid \(daemon.child.pid)) answers on \(room.socket)"
                )
        )
        let checks = try await room.dicectl("doctor", "--json").json["checks"].array
        #expect(
            checks.count == said.count
                && checks.filter { $0["state"] == "hint" }.map { $0["check"] } == [
                    "backups"
                ]
        )
        let store = try #require(
            checks.first { $0["check"] == "store" }?["text"].string
        )
        #expect(store.contains("in \(room.state)"))
        #expect(store.contains("no problem found"))
        #expect(
            checks.contains { $0["text"].string?.hasSuffix("checked: 0") == true }
        )
        #expect(
            try await room.refused("-H", "box", "doctor", status: 64).hasSuffix(
                "run it there: ssh box dicectl doctor"
            )
        )

        // The timer made this backup some time ago; since then, a turn has been played that is
        // worth a backup.
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        let unsaved = try await room.dicectl("doctor")
        #expect(unsaved.ending == .exited(1))
        #expect(unsaved.complaint == "")
        try room.makeFolder("state/backups")
        try room.makeFile("state/backups/diced-\(Self.anHourAgo).sqlite", "")
        #expect(
            try await room.did("doctor").contains {
                $0.hasPrefix("backups ") && $0.contains("1 h")
            }
        )
    }

    private static var anHourAgo: String {
        let format = DateFormatter()
        format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        format.timeZone = TimeZone(secondsFromGMT: 0)
        return format.string(from: Date(timeIntervalSinceNow: -3_610))
    }

    @Test("doctor exits with 1 for folders open to others and tells how to close them")
    func open() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        chmod(room.path("run"), 0o755)
        chmod(room.state + "/diced.sqlite", 0o644)
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1))
        #expect(outcome.complaint == "")
        let folders = outcome.output.first { $0.hasPrefix("folders ") } ?? ""
        #expect(folders.contains(" chmod 700 \(room.path("run"));"), "\(outcome)")
        #expect(folders.hasSuffix(" chmod 600 \(room.state)/diced.sqlite"))
        #expect(try room.mode("run") == 0o755)
    }

    @Test(
        "doctor exits with 1 for an impossible socket path or another user's folder, and makes none"
    )
    func elsewhere() async throws {
        let room = try Room.here
        for (socket, words) in [
            (room.path(String(repeating: "x", count: 107)), "at most 107"),
            ("/proc/1/diced/s", "in /proc/1,"),
        ] {
            let outcome = try await room.dicectl(["doctor"], ["DICED_SOCKET": socket])
            #expect(
                outcome.ending == .exited(1) && outcome.output[0].contains(" todo "),
                "\(outcome)"
            )
            #expect(outcome.output[0].contains(words), "\(outcome)")
        }
    }

    @Test(
        "doctor exits with 1 if a store file is missing, names it and tells how to save the data"
    )
    func displaced() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(environment: ["DICED_STARTED_BY": "dicectl"])
        try await daemon.client().result("table.roll", ["animate": false])
        try FileManager.default.removeItem(atPath: room.state + "/diced.sqlite-wal")
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1))
        let store = try #require(outcome.output.first { $0.hasPrefix("store ") })
        #expect(
            store.contains(" todo ")
                && store.contains("\(room.state)/diced.sqlite-wal was removed"),
            "\(store)"
        )
        #expect(store.hasSuffix(": dicectl stop"))
        #expect(
            !outcome.output.contains { $0.contains("no daemon is running") },
            "\(outcome.output)"
        )
        #expect(try await room.dicectl("stop").ending == .exited(0))
        #expect(try await daemon.child.ending() == .exited(0))
        #expect(try await room.daemon().client().result("table.get")["roll"] == 1)
    }

    @Test("doctor names another daemon that has the tables, with its socket")
    func otherSocket() async throws {
        let room = try Room.here
        let other = try await room.daemon(socket: room.path("other/s"))
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1))
        let lock = try #require(outcome.output.first { $0.hasPrefix("lock ") })
        #expect(lock.contains("pid \(other.child.pid) uses the tables"), "\(lock)")
        #expect(lock.contains("--socket \(room.path("other/s"));"))
    }

    @Test("doctor asks for sshd if a key runs dicectl, and for ssh if a host is set")
    func remote() async throws {
        let room = try Room.here
        func row(_ environment: [String: String] = [:]) async throws -> String? {
            try await room.dicectl(["doctor"], environment).output.first {
                $0.hasPrefix("ssh ")
            }
        }
        #expect(try await row() == nil)
        #expect(
            try await row(["DICECTL_HOST": "box", "DICECTL_SSH": "/none/ssh"])?
                .contains(" todo ")
                == true
        )
        #expect(
            try await row(["DICECTL_HOST": "box", "DICECTL_SSH": "/bin/sh"])?.contains(
                " ok "
            )
                == true
        )
        for folder in ["home", "home/.ssh"] {
            try room.makeFolder(folder)
        }
        try room.makeFile(
            "home/.ssh/authorized_keys",
            #"restrict,command="dicectl stdio --as ann" ssh-ed25519 A"#
        )
        #expect(try await row() != nil)
    }

    @Test(
        "doctor waits for a stopped daemon only up to its limit and names it"
    )
    func stopped() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        daemon.child.signal(SIGSTOP)
        let outcome = try await room.dicectl("doctor")
        #expect(outcome.ending == .exited(1))
        #expect(
            outcome.output[0].hasSuffix("; to stop it: kill \(daemon.child.pid)"),
            "\(outcome)"
        )
    }
}
