import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("A shared daemon's socket", .quickRoom)
struct SharingTests {
    /// A group that this process belongs to.
    static let group =
        getgrgid(getgid()).map { String(cString: $0.pointee.gr_name) } ?? "none"

    @Test(
        "a shared socket belongs to its group, is recreated that way and serves `dicectl --shared`"
    )
    func socket() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        let daemon = try await room.daemon("--share", Self.group)
        var heard = 0
        for what in ["run/diced.sock", "run", nil] {
            #expect(try room.mode("run") & 0o7777 == 0o755)
            #expect(try room.mode("run/diced.sock") & 0o777 == 0o660)
            #expect(try room.mode("run/diced.sock.lock") & 0o777 == 0o600)
            var file = stat()
            #expect(stat(daemon.socket, &file) == 0)
            #expect(file.st_gid == getgid())
            #expect(file.st_uid == geteuid())
            let status = try await room.did("--shared", "status")
            #expect(
                status.contains {
                    $0.hasPrefix("socket") && $0.hasSuffix(" \(daemon.socket)")
                },
                "\(status)"
            )
            #expect(try await room.did("roll", "--shared", "--no-animation").count == 1)
            #expect(
                try await room.refused("status", status: 69).contains(
                    "is open to other users"
                )
            )
            #expect(
                try await room.dicectl(["status"], ["DICECTL_SHARED": "1"]).ending
                    == .exited(0)
            )
            guard let what else { continue }
            try await daemon.remove(room.path(what))
            heard =
                try await daemon.child.errors.first(from: heard) {
                    $0.contains("created it again")
                }.index + 1
        }
    }

    @Test("a shared daemon is not stopped by dicectl")
    func stop() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        let daemon = try await room.daemon(
            "--share",
            Self.group,
            environment: ["DICED_STARTED_BY": "dicectl"]
        )
        #expect(
            try await room.refused("stop", "--shared").hasSuffix(
                "systemctl stop diced.socket diced.service, as root"
            )
        )
        #expect(try await daemon.client().result("ping") == [:])
    }

    @Test("a shared daemon is not started by a client that looks for it")
    func noDaemon() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        for command in ["status", "roll"] {
            #expect(
                try await room.refused(command, "--shared", status: 69)
                    == "dicectl: no shared daemon listens on \(room.socket); if it is installed: "
                    + "systemctl enable --now diced.socket, as root"
            )
            #expect(!room.exists("state"))
            if !room.exists("run") {
                try await room.daemon("--share", Self.group, state: room.path("other"))
                    .kill()
            }
        }
    }

    @Test("a shared socket needs an existing group and existing trusted users")
    func unknownNames() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        let group = try await room.refusedDaemon("--share", "no-such-group")
        #expect(group.ending == .exited(78))
        #expect(
            group.complaint.contains(
                "groupadd --system no-such-group"
            )
        )
        let user = try await room.refusedDaemon(
            "--share",
            Self.group,
            "--trust",
            "root",
            "--trust",
            "no-such-user"
        )
        #expect(user.ending == .exited(78))
        #expect(user.complaint.contains("no user \"no-such-user\""))
        let alone = try await room.refusedDaemon("--trust", "root")
        #expect(alone.ending == .exited(64))
        #expect(alone.complaint.contains("--trust"))
        #expect(!room.exists("run"))
        #expect(!room.exists("state"))
    }

    @Test(
        "a folder that is closed to the group or writable by others is refused for a shared socket",
        arguments: [0o700, 0o775]
    )
    func folders(_ mode: Int) async throws {
        let room = try Room.here
        try room.makeFolder("outer")
        #expect(chmod(room.folder, 0o755) == 0)
        #expect(chmod(room.path("outer"), mode_t(mode)) == 0)
        // The folder belongs to another group, which has other members.
        if geteuid() == 0 {
            #expect(chown(room.path("outer"), 0, 65_534) == 0)
        }
        for folder in ["outer/run", "outer"] {
            let (ending, complaint) = try await room.refusedDaemon(
                "--share",
                Self.group,
                socket: room.path(folder + "/s")
            )
            #expect(ending == .exited(73))
            #expect(complaint.contains(room.path("outer")), "\(complaint)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: room.path("outer"))
                .isEmpty
        )
        #expect(try room.mode("outer") == mode)
    }
}

@Suite(
    "A shared daemon's socket, to others",
    .quickRoom,
    .needs(.setpriv, .nc),
    .asRoot("others are at the socket")
)
struct SharingWithOthersTests {
    /// An id that no user and no group has.
    private static let stranger = 54_321
    private static let group = 54_322

    /// Starts a program as another user, who may lack access to its folder.
    private func start(
        _ room: Room,
        _ program: String,
        as user: Int = stranger,
        groups: [Int] = [],
        _ arguments: [String]
    ) throws -> Child {
        let file = try Descriptor.open(program, O_RDONLY)
        let groups =
            groups.isEmpty
            ? ["--clear-groups"]
            : ["--groups", groups.map(String.init).joined(separator: ",")]
        return try room.start(
            Tool.setpriv.name,
            ["--reuid", "\(user)", "--regid", "\(user)"] + groups + ["/proc/self/fd/9"]
                + arguments,
            environment: [
                "DICED_SOCKET": room.socket, "DICED_STATE_DIR": room.path("theirs"),
            ],
            files: [9: file.number]
        )
    }

    /// Starts a listener in another user's folder, with these modes for the folder and the socket.
    private func listener(
        _ room: Room,
        folder: mode_t,
        socket: mode_t,
        group: Int = group
    ) throws -> Descriptor {
        try room.makeFolder("run")
        let listener = try Descriptor.socket(.stream, room.socket, binding: true)
        try #require(listen(listener.number, 8) == 0 && chmod(room.folder, 0o755) == 0)
        for (path, mode) in [(room.path("run"), folder), (room.socket, socket)] {
            try #require(
                chown(path, 54_000, gid_t(group)) == 0 && chmod(path, mode) == 0
            )
        }
        return listener
    }

    @Test(
        "a client outside the group learns the group's name if the socket or folder is closed",
        arguments: [(0o755, 0o660), (0o710, 0o666)] as [(mode_t, mode_t)]
    )
    func closed(folder: mode_t, socket: mode_t) async throws {
        let room = try Room.here
        for (group, words) in [
            (Self.group, "open only to group \(Self.group)"),
            (
                60,
                "you are not in the group \"games\": sudo usermod -aG games USER, then log in again"
            ),
        ] {
            let listener = try listener(
                room,
                folder: folder,
                socket: socket,
                group: group
            )
            for command in [["roll"], ["status", "--no-autostart"]] {
                let outcome = try await start(
                    room,
                    Programs.dicectl,
                    command + ["--shared"]
                )
                .outcome()
                #expect(outcome.ending == .exited(69))
                #expect(outcome.output.isEmpty)
                #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
            }
            _ = consume listener
            try FileManager.default.removeItem(atPath: room.path("run"))
        }
        #expect(!room.exists("theirs"))
    }

    @Test(
        "a client learns if a shared socket is open to no group",
        arguments: [(0o755, 0o600), (0o700, 0o660)] as [(mode_t, mode_t)]
    )
    func closedToAll(folder: mode_t, socket: mode_t) async throws {
        let room = try Room.here
        let listener = try listener(room, folder: folder, socket: socket)
        defer {
            _ = listener.number
        }
        let outcome = try await start(room, Programs.dicectl, ["status", "--shared"])
            .outcome()
        #expect(outcome.ending == .exited(69))
        #expect(
            outcome.complaint.contains("no group to join"),
            "\(outcome.complaint)"
        )
    }

    @Test("a member of the group connects, whether it is their main group or another")
    func member() async throws {
        let room = try Room.here
        let listener = try listener(room, folder: 0o750, socket: 0o660)
        let child = try start(
            room,
            Programs.dicectl,
            groups: [4, Self.group],
            ["status", "--shared"]
        )
        // A client that is disconnected before it has agreed on anything tries once more.
        for _ in 1...2 {
            _ = try await Descriptor.happens(POLLIN, to: listener.number)
            let accepted = Descriptor(accept(listener.number, nil, nil))
            #expect(try PeerCredentials(of: accepted.number).uid == UInt32(Self.stranger))
        }
        let outcome = try await child.outcome()
        #expect(outcome.ending == .exited(69))
        #expect(outcome.complaint.contains("disconnected"))
    }

    @Test("a user outside the group cannot make the shared socket")
    func notInGroup() async throws {
        let room = try Room.here
        #expect(chmod(room.folder, 0o755) == 0)
        try room.makeFolder("run")
        #expect(chmod(room.path("run"), 0o755) == 0)
        #expect(chown(room.path("run"), uid_t(Self.stranger), 0) == 0)
        try room.makeFolder("theirs")
        #expect(chown(room.path("theirs"), uid_t(Self.stranger), 0) == 0)
        let refused = try start(room, Programs.diced, ["--share", "games"])
        #expect(try await refused.ending() == .exited(73))
        let complaint = try await refused.complaint()
        #expect(
            complaint.contains("to the group games: Operation not permitted"),
            "\(complaint)"
        )
        #expect(complaint.contains("usermod -aG games"), "\(complaint)")
        #expect(!room.exists("run/diced.sock"))
        let member = try start(
            room,
            Programs.diced,
            groups: [60],
            ["--share", "games"]
        )
        try await member.errors.first { $0.contains("ready") }
        #expect(try room.mode("run/diced.sock") & 0o777 == 0o660)
        var status = stat()
        #expect(stat(room.socket, &status) == 0)
        #expect(status.st_gid == 60)
        member.signal(SIGTERM)
        #expect(try await member.ending() == .exited(0))
    }
}
