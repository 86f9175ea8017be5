import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// Three machines, each in a network namespace of its own: a home and a friend, which both reach a
/// server in the public network, but not each other. A slow wire with losses leads from the home to
/// the server; cable.py is that wire, so that the kernel needs no sch_netem.
struct Town: Sendable {
    static let name = "dice.example.org"
    static let tools: [Tool] = [
        .ip, .nc, .nginx, .nsenter, .openssl, .python3, .ssh, .sshKeygen, .sshd, .unshare,
    ]
    private static let homeAddress = "198.51.100.2"
    private static let serverAddress = "198.51.100.1"
    private static let publicAddress = "203.0.113.1"
    private static let sshPort = 2_222

    let room: Room
    private let home: Child
    private let server: Child
    private let friend: Child

    init(_ room: Room) async throws {
        self.room = room
        let waiting = [
            "sh", "-c", "ip link set lo up && echo ready && exec sleep infinity",
        ]
        home = try room.start(
            Tool.unshare.name,
            ["--net"] + (geteuid() == 0 ? [] : ["--map-root-user"]) + waiting
        )
        try await home.output.first { $0 == "ready" }
        server = try room.start(
            Tool.nsenter.name,
            Self.inside(home) + [Tool.unshare.name, "--net"] + waiting
        )
        try await server.output.first { $0 == "ready" }
        friend = try room.start(
            Tool.nsenter.name,
            Self.inside(home) + [Tool.unshare.name, "--net"] + waiting
        )
        try await friend.output.first { $0 == "ready" }
        try await connectFriend()
        try await connectHome()
    }

    /// Connects the friend to the server at once.
    private func connectFriend() async throws {
        // Without IPv6 addresses, which appear a second or two late: a browser aborts its requests
        // when its network changes.
        let plain =
            "{ [ ! -e /proc/sys/net/ipv6 ] || ip link set town addrgenmode none; } && "
        try await run(server, "ip link add town type veth peer name town netns \(friend.pid)")
        try await run(
            server,
            plain + "ip address add \(Self.publicAddress)/24 dev town && ip link set town up"
        )
        try await run(
            friend,
            plain + "ip address add 203.0.113.2/24 dev town && ip link set town up"
        )
    }

    /// Connects the home to the server: 150 ms each way, and 2 % of the packets are lost.
    private func connectHome() async throws {
        let folder = URL(filePath: #filePath).appending(path: "../../Distance").standardized.path
        let script = """
            import sys, types
            sys.path.insert(0, "\(folder)")
            from cable import Cable
            from machine import Machine

            def machine(pid):
                here = Machine.__new__(Machine)
                here.keeper = types.SimpleNamespace(pid=pid)
                return here

            cable = Cable(
                (machine(\(home.pid)), "\(Self.homeAddress)"),
                (machine(\(server.pid)), "\(Self.serverAddress)"))
            cable.delay = 0.15
            cable.loss = 0.02
            cable.start()
            print("ready", flush=True)
            cable.join()
            """
        let wire = try room.start(
            Tool.nsenter.name,
            Self.inside(home) + [Tool.unshare.name, "--net", Tool.python3.name, "-c", script]
        )
        try await wire.output.first { $0 == "ready" }
    }

    private static func inside(_ machine: Child) -> [String] {
        ["--target", "\(machine.pid)", "--net"]
            + (geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]) + ["--"]
    }

    private func run(_ machine: Child, _ script: String) async throws {
        let outcome = try await room.start(
            Tool.nsenter.name,
            Self.inside(machine) + ["sh", "-c", script]
        ).outcome()
        try #require(outcome.ending == .exited(0), "\(script): \(outcome.complaint)")
    }

    // MARK: Server

    /// Starts sshd and nginx on the server. `nginx` is a server block for port 443.
    func serve(nginx configuration: String) async throws {
        try room.makeFile("nginx.conf", NginxConfiguration.text(room, server: configuration))
        let nginx = try room.start(
            Tool.nsenter.name,
            Self.inside(server) + [
                try #require(Tool.nginx.path), "-p", room.folder, "-c", room.path("nginx.conf"),
                "-g", "daemon off;",
            ]
        )
        // nginx listens by then.
        try await nginx.errors.first { $0.contains("start worker process") }
        try await serveSSH()
    }

    private func serveSSH() async throws {
        if geteuid() == 0 {
            try FileManager.default.createDirectory(
                atPath: "/run/sshd",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        }
        for key in ["host", "key"] {
            try await run(
                home,
                "ssh-keygen -q -t ed25519 -N '' -f '\(room.path("ssh-" + key))'"
            )
        }
        try room.makeFile(
            "sshd_config",
            """
            HostKey \(room.path("ssh-host"))
            ListenAddress 0.0.0.0:\(Self.sshPort)
            PidFile none
            StrictModes no
            UsePAM no
            AuthorizedKeysFile \(room.path("ssh-key.pub"))
            ClientAliveInterval 15

            """
        )
        // Root of a user namespace has no other users, to whom sshd could drop its privileges.
        let ordinary =
            geteuid() == 0
            ? []
            : [
                Tool.unshare.name, "--user", "--map-user=\(geteuid())",
                "--map-group=\(getegid())",
            ]
        let sshd = try room.start(
            Tool.nsenter.name,
            Self.inside(server) + ordinary + [
                try #require(Tool.sshd.path), "-D", "-e", "-f", room.path("sshd_config"),
            ]
        )
        try await sshd.errors.first { $0.contains("Server listening") }
        try room.makeFile(
            "ssh_config",
            """
            Host \(Self.name)
              HostName \(Self.serverAddress)
              Port \(Self.sshPort)
              User \(NSUserName())
              UserKnownHostsFile \(room.path("known"))
              StrictHostKeyChecking accept-new
              IdentityFile \(room.path("ssh-key"))
              IdentitiesOnly yes
              IdentityAgent none

            """
        )
    }

    /// Returns when the server passes connections on to the home.
    func isPassedOn(_ port: Int) async throws {
        try await run(server, "until nc -z 127.0.0.1 \(port); do sleep 0.1; done")
    }

    // MARK: Home and friend

    /// Runs a script at home. Its ssh reads the configuration of this town, and notes its pid.
    func atHome(_ script: String) async throws -> Child {
        let ssh = try #require(Tool.ssh.path)
        try room.makeFolder("bin")
        try await run(
            home,
            """
            cat >'\(room.path("bin/ssh"))' <<'END'
            #!/bin/sh
            echo $$ >>'\(room.path("pids"))'
            exec '\(ssh)' -F '\(room.path("ssh_config"))' "$@"
            END
            chmod 700 '\(room.path("bin/ssh"))'
            """
        )
        let path = [room.path("bin"), Programs.folder, room.environment["PATH"] ?? ""]
        return try room.start(
            Tool.nsenter.name,
            Self.inside(home) + ["sh", "-c", script],
            environment: room.clientEnvironment.merging(["PATH": path.joined(separator: ":")]) {
                $1
            }
        )
    }

    /// The pids of the ssh processes at home, in order of start.
    var tunnels: [pid_t] {
        String(decoding: room.contents("pids") ?? Data(), as: UTF8.self)
            .split(separator: "\n").compactMap { pid_t($0) }
    }

    /// Starts a browser at the friend's.
    func browser(_ certificate: Certificate) throws -> Browser {
        try Browser(
            room,
            certificate.browserOptions(at: Self.publicAddress),
            through: [Tool.nsenter.name] + Self.inside(friend)
        )
    }
}
