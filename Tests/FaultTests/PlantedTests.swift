import Foundation
import ProgramTestSupport
import Testing

/// Both programs on paths that another user has prepared.
@Suite(
    "Sockets and folders that others have planted in /tmp",
    .room,
    .needs(MountNamespace.tools + [.setpriv, .nc]),
    .asRoot("a /tmp of its own is mounted"),
    .enabled("not every container may mount") { await MountNamespace.isPossible() }
)
struct PlantedTests {
    private static let stranger = 65_534
    private static let socket = "/tmp/diced-0/diced.sock"

    /// Creates a machine without session folders, which only has /tmp. The programs are in
    /// /tmp/programs.
    private func place(_ room: Room, _ script: String) async throws -> MountNamespace {
        let programs = Programs.diced.split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        .dropLast()
        return try await MountNamespace(
            room,
            """
            mkdir -m 1777 "$1/tmp"; mkdir "$1/tmp/programs"
            mount --bind '\(programs.joined(separator: "/"))' "$1/tmp/programs"
            mount --rbind "$1/tmp" /tmp; if [ -d /run/user ]; then mount -t tmpfs none /run/user; fi
            stranger='setpriv --pdeathsig KILL --reuid \(Self.stranger) --regid \(Self.stranger) --clear-groups'
            \(script)
            """
        )
    }

    private func run(
        _ place: MountNamespace,
        _ room: Room,
        _ program: String,
        _ arguments: [String] = [],
        runtime: String = "",
        home: String = "/tmp/home"
    ) async throws -> Outcome {
        let variables = ["XDG_RUNTIME_DIR=\(runtime)", "HOME=\(home)"]
        let command =
            place.entry + ["env"] + variables + ["/tmp/programs/\(program)"] + arguments
        return try await room.start(command[0], Array(command.dropFirst())).outcome()
    }

    private func expectRefusal(
        _ place: MountNamespace,
        _ room: Room,
        naming words: String
    )
        async throws
    {
        let daemon = try await run(place, room, "diced")
        #expect(daemon.ending == .exited(73), "\(daemon.complaint)")
        #expect(daemon.complaint.contains(words), "\(daemon.complaint)")
        for command in [
            ["roll", "--no-animation"], ["status"], ["status", "--no-autostart"],
        ] {
            let client = try await run(place, room, "dicectl", command)
            #expect(client.ending == .exited(69), "\(command): \(client.complaint)")
            #expect(client.output.isEmpty)
            #expect(client.complaint.contains(words), "\(command): \(client.complaint)")
        }
    }

    /// A change of owner would not revoke access through open descriptors, and might change the
    /// target of a link.
    @Test(
        "doctor advises another path for a file of another user, and no change to that file",
        arguments: [
            "mkdir -m 700 /tmp/diced-0", "ln -s /etc /tmp/diced-0",
            "touch /tmp/diced-0",
        ]
    )
    func doctor(_ planted: String) async throws {
        let room = try Room.here
        let place = try await place(room, "$stranger \(planted)")
        let outcome = try await run(place, room, "dicectl", ["doctor"])
        #expect(outcome.ending == .exited(1))
        let folders = try #require(outcome.output.first { $0.hasPrefix("folders ") })
        #expect(
            folders.contains("uid \(Self.stranger)")
                && folders.contains("$DICED_SOCKET"),
            "\(folders)"
        )
        for word in ["chown", "chmod", "mv "] {
            #expect(!outcome.output.contains { $0.contains(word) }, "\(outcome)")
        }
        #expect(
            !outcome.output.contains { $0.contains("the next command starts one") },
            "\(outcome)"
        )
    }

    @Test(
        "another user's home folder, as left by `sudo -E`, is reported and not used or changed"
    )
    func home() async throws {
        let room = try Room.here
        let place = try await place(
            room,
            """
            sed 's|^root:\\(.*\\):/[^:]*:|root:\\1:/tmp/root:|' /etc/passwd >/tmp/passwd
            mount --bind /tmp/passwd /etc/passwd
            mkdir -m 700 /tmp/root; mkdir -m 755 /tmp/system
            $stranger mkdir -m 755 /tmp/theirs /tmp/theirs/.local /tmp/theirs/.local/state
            $stranger ln -s /tmp/system /tmp/theirs/.local/state/diced
            """
        )
        let words =
            "$HOME is not used: /tmp/theirs does not belong to this user; set it to your home folder"
        for command in [
            ["roll", "--no-animation"], ["table", "list"], ["doctor"], ["stop"],
        ] {
            let client = try await run(
                place,
                room,
                "dicectl",
                command,
                home: "/tmp/theirs"
            )
            #expect(client.ending == .exited(0), "\(command): \(client)")
            #expect(client.complaint == words, "\(command): \(client.complaint)")
        }
        let daemon = try await run(
            place,
            room,
            "diced",
            ["--check"],
            home: "/tmp/theirs"
        )
        #expect(daemon.ending == .exited(0) && daemon.complaint == words, "\(daemon)")
        #expect(
            FileManager.default.fileExists(
                atPath: place.outside("/tmp/root/.local/state/diced/diced.sqlite")
            )
        )
        for (path, mode) in [("/tmp/system", 0o755), ("/tmp/theirs/.local", 0o755)] {
            let found = try FileManager.default.attributesOfItem(
                atPath: place.outside(path)
            )
            #expect(found[.posixPermissions] as? Int == mode)
            #expect(
                found[.ownerAccountID] as? Int
                    == (path == "/tmp/system" ? 0 : Self.stranger)
            )
        }
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: place.outside("/tmp/system")
            )
            .isEmpty
        )
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: place.outside("/tmp/theirs/.local/state")
            ) == ["diced"]
        )
    }

    @Test(
        "a state folder reached through another user's link is refused and keeps its permissions"
    )
    func linkToState() async throws {
        let room = try Room.here
        let place = try await place(
            room,
            "mkdir -m 755 /tmp/system; $stranger ln -s /tmp/system /tmp/link; ln -s /tmp/system /tmp/own"
        )
        for (folder, words) in [
            ("link", "/tmp/link is a symbolic link owned by uid"),
            ("link/a/b", "/tmp/link is a symbolic link owned by uid"),
            ("own", "/tmp/own is a symbolic link to a folder"),
        ] {
            let daemon = try await run(
                place,
                room,
                "diced",
                ["--socket", "/tmp/s/s", "--state-dir", "/tmp/" + folder]
            )
            #expect(
                daemon.ending == .exited(74) && daemon.complaint.contains(words),
                "\(folder): \(daemon.complaint)"
            )
        }
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: place.outside("/tmp/system")
            )
            .isEmpty
        )
        let found = try FileManager.default.attributesOfItem(
            atPath: place.outside("/tmp/system")
        )
        #expect(found[.posixPermissions] as? Int == 0o755)
    }

    @Test(
        "a folder of another user is refused by both programs and left unchanged",
        arguments: ["700", "777"]
    )
    func folder(_ mode: String) async throws {
        let room = try Room.here
        let place = try await place(room, "$stranger mkdir -m \(mode) /tmp/diced-0")
        try await expectRefusal(place, room, naming: "belongs to uid \(Self.stranger)")
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: place.outside("/tmp/diced-0")
            )
            .isEmpty
        )
    }

    @Test(
        "another user's runtime folder, as left by su, is reported and not used or changed"
    )
    func runtimeFolder() async throws {
        let room = try Room.here
        let place = try await place(room, "$stranger mkdir -m 700 /tmp/theirs")
        let theirs = "/tmp/theirs"
        let words =
            "$XDG_RUNTIME_DIR is not used: \(theirs) is not a folder of this user; unset it"
        let daemon = try await run(
            place,
            room,
            "diced",
            ["--idle-exit", "1"],
            runtime: theirs
        )
        #expect(daemon.ending == .exited(0), "\(daemon.complaint)")
        #expect(
            daemon.complaint.split(separator: "\n").count { $0 == words } == 1,
            "\(daemon.complaint)"
        )
        for command in [
            ["roll", "--no-animation"], ["table", "list"], ["stop"], ["doctor"],
        ] {
            let client = try await run(place, room, "dicectl", command, runtime: theirs)
            #expect(client.ending == .exited(0), "\(command): \(client)")
            #expect(client.complaint == words, "\(command): \(client.complaint)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.outside(theirs))
                .isEmpty
        )
        #expect(
            FileManager.default.fileExists(
                atPath: place.outside("/tmp/diced-0/diced.log")
            )
        )
        let named = try await run(
            place,
            room,
            "dicectl",
            ["status", "--socket", "/tmp/s/s"],
            runtime: theirs
        )
        #expect(!named.complaint.contains(words))
    }

    @Test(
        "a link to our own folder in the folder's place is refused by both programs"
    )
    func link() async throws {
        let room = try Room.here
        let place = try await place(
            room,
            "mkdir -m 700 /tmp/ours; $stranger ln -s /tmp/ours /tmp/diced-0"
        )
        try await expectRefusal(
            place,
            room,
            naming: "is a symbolic link that belongs to uid \(Self.stranger)"
        )
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: place.outside("/tmp/ours")
            ).isEmpty
        )
    }

    @Test(
        "a planted file is refused as a shared daemon's folder, and a link by the client too"
    )
    func shared() async throws {
        let room = try Room.here
        let place = try await place(
            room,
            """
            mkdir -m 755 /tmp/ours; $stranger ln -s /tmp/ours /tmp/link; $stranger mkdir -m 755 /tmp/theirs
            mkdir -m 755 /tmp/closed; $stranger touch /tmp/secret
            ln -s /tmp/secret /tmp/closed/s.lock; ln -s /tmp/secret /tmp/closed/t
            """
        )
        for (socket, words) in [
            ("link/s", "symbolic link"),
            ("link/run/s", "/tmp/link belongs to uid"),
            ("theirs/s", "belongs to uid"),
            ("closed/s", "cannot open the lock file"),
            ("closed/t", "is not a socket"),
        ] {
            let daemon = try await run(
                place,
                room,
                "diced",
                ["--share", "root", "--socket", "/tmp/" + socket]
            )
            #expect(
                daemon.ending == .exited(73) && daemon.complaint.contains(words),
                "\(socket): \(daemon.complaint)"
            )
            guard socket == "link/s" else { continue }
            let client = try await run(
                place,
                room,
                "dicectl",
                ["status", "--shared", "--socket", "/tmp/" + socket]
            )
            #expect(
                client.ending == .exited(69) && client.complaint.contains(words),
                "\(socket): \(client.complaint)"
            )
        }
        for folder in ["/tmp/ours", "/tmp/theirs"] {
            #expect(
                try FileManager.default.contentsOfDirectory(
                    atPath: place.outside(folder)
                ).isEmpty
            )
        }
        #expect(
            FileManager.default.contents(atPath: place.outside("/tmp/secret")) == Data()
        )
    }

    @Test("a file in the folder's place is refused by both programs")
    func file() async throws {
        let room = try Room.here
        let place = try await place(room, "$stranger touch /tmp/diced-0")
        try await expectRefusal(place, room, naming: "belongs to uid \(Self.stranger)")
    }

    @Test(
        "another user's socket in our folder, or a link to one, is refused by both programs"
    )
    func listener() async throws {
        let room = try Room.here
        let place = try await place(
            room,
            """
            mkdir -m 777 /tmp/diced-0
            $stranger nc -lkU /tmp/diced-0/diced.sock >/dev/null 2>&1 &
            until [ -S /tmp/diced-0/diced.sock ]; do sleep 0.01; done
            chmod 700 /tmp/diced-0
            """
        )
        try await expectRefusal(place, room, naming: Self.socket)
    }
}
