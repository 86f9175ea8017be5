import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("Starting the daemon", .quickRoom)
struct StartupTests {
    @Test(
        "a second daemon on the same socket or folder exits with 73 and names the first one's pid"
    )
    func second() async throws {
        let room = try Room.here
        let first = try await room.daemon()
        for second in [
            try await room.refusedDaemon(state: room.path("other-state")),
            try await room.refusedDaemon(socket: room.path("other/s")),
        ] {
            #expect(second.ending == .exited(73))
            #expect(second.complaint.contains("\(first.child.pid)"))
        }
        #expect(
            try await first.client().result("table.roll", ["animate": false])["roll"]
                == 1
        )
        #expect(!room.exists("other/s"))
    }

    @Test("one of many daemons started at once serves, and the others exit with 73")
    func manyAtOnce() async throws {
        let room = try Room.here
        let daemons = try (1...6).map { _ in try Daemon(room, []) }
        let served = await withTaskGroup { group in
            for daemon in daemons {
                group.addTask {
                    (try? await daemon.notify.datagrams.first { $0.contains("READY=1") })
                        != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(served == 1)
        let alive = daemons.filter(\.child.isAlive)
        #expect(alive.count == 1)
        for daemon in daemons where !daemon.child.isAlive {
            #expect(try await daemon.child.ending() == .exited(73))
        }
        #expect(
            try await alive.first?.client().result("server.status")["pid"].int
                == alive.first.map { Int($0.child.pid) }
        )
    }

    @Test(
        "the daemon's files are private to its user, and a killed daemon's socket is taken over"
    )
    func modes() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        #expect(try room.mode("run") == 0o700)
        #expect(try room.mode("run/diced.sock") == 0o600)
        #expect(try room.mode("state") == 0o700)
        #expect(try room.mode("state/diced.sqlite") == 0o600)
        try await daemon.kill()
        #expect(room.exists("run/diced.sock"))
        #expect(throws: SystemError.self) { try Client(room.socket) }
        #expect(try await room.daemon().client().result("ping") == [:])
    }

    @Test(
        "an impossible socket path is refused by name with 73 and left unchanged",
        arguments: [
            "a file", "an open folder", "a link to a folder", "a path that is too long",
        ]
    )
    func refused(_ what: String) async throws {
        let room = try Room.here
        var socket = room.socket
        var words = room.path("run")
        switch what {
        case "a file":
            try room.makeFolder("run")
            try room.makeFile("run/diced.sock", "precious")
            words = room.socket
        case "an open folder":
            try room.makeFolder("run")
            chmod(room.path("run"), 0o710)
        case "a link to a folder":
            try room.makeFolder("real")
            try FileManager.default.createSymbolicLink(
                atPath: room.path("run"),
                withDestinationPath: room.path("real")
            )
        default:
            socket = room.path(String(repeating: "x", count: 120)) + "/s"
            words = "107"
        }
        let (ending, complaint) = try await room.refusedDaemon(socket: socket)
        #expect(ending == .exited(73) && complaint.contains(words), "\(complaint)")
        #expect(
            room.contents("run/diced.sock")
                == (what == "a file" ? Data("precious".utf8) : nil)
        )
        if what == "an open folder" {
            #expect(try room.mode("run") == 0o710)
        }
    }

    @Test(
        "the environment names the socket and the state folder if no option does"
    )
    func environment() async throws {
        let room = try Room.here
        try room.makeFolder("runtime")
        let notify = try NotifySocket(path: room.path("n"))
        let child = try room.start(
            Programs.diced,
            [],
            environment: ["NOTIFY_SOCKET": notify.path]
        )
        try await notify.datagrams.first { $0.contains("READY=1") }
        #expect(
            try await Client(room.path("runtime/diced/diced.sock")).result("ping")
                == [:]
        )
        #expect(room.exists("home/.local/state/diced/diced.sqlite"))
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
    }

    @Test(
        "relative paths start at the command's folder, also for a daemon that it starts"
    )
    func relative() async throws {
        let room = try Room.here
        try FileManager.default.createSymbolicLink(
            atPath: room.path("program"),
            withDestinationPath: Programs.diced
        )
        let words = [["roll", "--no-animation"], ["status", "--json"]]
        var outcomes: [Outcome] = []
        for words in words {
            outcomes += [
                try await room.start(
                    "/bin/sh",
                    ["-c", #"cd "$0" && exec "$@""#, room.folder, Programs.dicectl]
                        + words,
                    environment: [
                        "DICED_SOCKET": "run/s", "DICED_STATE_DIR": "tables",
                        "DICED": "./program",
                    ]
                ).outcome()
            ]
        }
        for outcome in outcomes {
            #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
        }
        #expect(
            outcomes[1].json["stateFolder"].string == room.path("tables"),
            "\(outcomes[1])"
        )
        #expect(room.exists("tables/diced.sqlite"))
        #expect(
            try await room.dicectl(["stop"], ["DICED_SOCKET": room.path("run/s")])
                .ending
                == .exited(0)
        )
    }

    @Test("an unknown option exits with 64, and `--version` and `--help` exit with 0")
    func options() async throws {
        let room = try Room.here
        #expect(
            try await room.start(Programs.diced, ["--loaded"]).ending() == .exited(64)
        )
        #expect(
            try await room.start(Programs.diced, ["--seed", "x"]).ending()
                == .exited(64)
        )
        let version = try room.start(Programs.diced, ["--version"])
        #expect(try await version.ending() == .exited(0))
        #expect(try await version.wholeOutput().count == 1)
        #expect(try await room.start(Programs.diced, ["--help"]).ending() == .exited(0))
    }
}
