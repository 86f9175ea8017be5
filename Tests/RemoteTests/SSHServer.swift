import Foundation
import ProgramTestSupport
import Testing
import Unix

/// A real sshd on a loopback port, with keys and configuration in the test's room, and a dicectl
/// whose ssh does not use the machine's configuration either.
final class SSHServer: Sendable {
    let room: Room
    let host: String
    let sshd: Child
    private let ssh: FakeSSH

    /// Creates the server. The key for logins is `ssh/key`; `authorize(_:)` sets its permissions.
    init(_ room: Room) async throws {
        self.room = room
        try room.makeFolder("ssh")
        // The folder for root's sshd to drop its privileges.
        if geteuid() == 0 {
            try FileManager.default.createDirectory(
                atPath: "/run/sshd",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        }
        let folder = room.path("ssh")
        for name in ["host", "key"] {
            let made = try await room.start(
                Tool.sshKeygen.name,
                [
                    "-q", "-t", "ed25519", "-N", "", "-C", name, "-f",
                    "\(folder)/\(name)",
                ]
            ).outcome()
            try #require(made.ending == .exited(0), "\(made.complaint)")
        }
        let path = Programs.folder + ":" + (room.environment["PATH"] ?? "")
        // sshd starts programs with a new environment, which lacks the sanitizers' options.
        let sanitizers = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].compactMap { name in
            ProcessInfo.processInfo.environment[name].map { " \(name)=\"\($0)\"" }
        }.joined()
        try room.makeFile(
            "ssh/server",
            """
            HostKey \(folder)/host
            PidFile none
            StrictModes no
            UsePAM no
            AuthorizedKeysFile \(folder)/authorized
            SetEnv PATH=\(path) DICED_SOCKET=\(room.socket) DICED_STATE_DIR=\(room.state)\(sanitizers)

            """
        )
        try room.makeFile(
            "ssh/client",
            """
            Host *
              UserKnownHostsFile \(folder)/known
              StrictHostKeyChecking accept-new
              IdentityFile \(folder)/key
              IdentitiesOnly yes
              IdentityAgent none

            """
        )
        let program = try #require(Tool.ssh.path)
        ssh = try await FakeSSH(room, "exec \(program) -F '\(folder)/client' \"$@\"")
        let listening = try await Self.listening(room)
        sshd = listening.0
        host = listening.1
    }

    /// Starts sshd on an unused port.
    private static func listening(_ room: Room) async throws -> (Child, String) {
        let program = try #require(Tool.sshd.path)
        for _ in 1...20 {
            let port = Int.random(in: 20_000...32_000)
            let sshd = try room.start(
                program,
                [
                    "-D", "-e", "-f", room.path("ssh/server"), "-o",
                    "ListenAddress=127.0.0.1:\(port)",
                ]
            )
            if (try? await sshd.errors.first { $0.contains("Server listening") }) != nil {
                return (sshd, "127.0.0.1:\(port)")
            }
        }
        throw NoPort()
    }

    private struct NoPort: Error {}

    /// Replaces the contents of authorized_keys(5).
    func authorize(_ lines: [String]) throws {
        try room.makeFile("ssh/authorized", lines.joined(separator: "\n") + "\n")
    }

    /// The line of the key, without options.
    var publicKey: String {
        String(decoding: room.contents("ssh/key.pub") ?? Data(), as: UTF8.self)
    }

    func start(_ arguments: String...) throws -> Child {
        try ssh.start(["-H", host] + arguments)
    }

    /// Runs dicectl to its end.
    func dicectl(_ arguments: String...) async throws -> Outcome {
        try await ssh.start(["-H", host] + arguments).outcome()
    }

    /// Runs a dicectl that must succeed silently; returns its output.
    func did(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation)
        async throws
        -> [String]
    {
        let outcome = try await ssh.start(["-H", host] + arguments).outcome()
        #expect(
            outcome.ending == .exited(0) && outcome.complaint == "",
            "\(outcome)",
            sourceLocation: sourceLocation
        )
        return outcome.output
    }

    /// Starts ssh directly with the key's forced command: its input and output are the protocol's
    /// lines.
    func protocolLines() throws -> Child {
        let parts = host.split(separator: ":").map(String.init)
        return try room.start(
            ssh.path,
            ["-T", "-p", parts[1], parts[0], "dicectl", "stdio"]
        )
    }

    /// Runs this command directly by ssh.
    func run(_ command: String) async throws -> Outcome {
        let parts = host.split(separator: ":").map(String.init)
        let child = try room.start(ssh.path, ["-T", "-p", parts[1], parts[0], command])
        child.closeInput()
        return try await child.outcome()
    }
}
