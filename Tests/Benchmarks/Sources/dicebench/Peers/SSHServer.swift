import FoundationEssentials
import Glibc
import Unix

/// A sshd of its own on a port of the loopback, with keys and a configuration of its own, and how to get there.
final class SSHServer {
    private let ssh: String
    private let folder: String
    private let pid: pid_t

    /// Nil where ssh and sshd are not installed, or we are not root, as whom sshd logs others in.
    init?(_ bench: Bench) throws {
        guard let ssh = bench.programs.ssh, let sshd = bench.programs.sshd, let keygen = bench.programs.keygen,
            geteuid() == 0
        else { return nil }
        self.ssh = ssh
        folder = try bench.newFolder("ssh")
        let (folder, errors) = (folder, folder + "/errors")
        for key in ["host", "user"] {
            try Command(keygen, ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(key)"], errors: errors).run()
        }
        // Where sshd gives its rights up; Debian's makes it at boot.
        mkdir("/run/sshd", 0o755)
        let port = try RawSocket.freePort()
        try Self.write(
            """
            ListenAddress 127.0.0.1:\(port)
            HostKey \(folder)/host
            AuthorizedKeysFile \(folder)/user.pub
            PidFile none
            StrictModes no
            UsePAM no
            PermitRootLogin yes
            SetEnv PATH=\(bench.programs.dicectl.dropLast("/dicectl".count)):/usr/bin:/bin

            """, to: folder + "/sshd_config")
        try Self.write(
            """
            Host bench
                HostName 127.0.0.1
                Port \(port)
                User root
                IdentityFile \(folder)/user
                IdentitiesOnly yes
                StrictHostKeyChecking no
                UserKnownHostsFile \(folder)/known_hosts

            """, to: folder + "/config")
        // One program, as dicectl wants it.
        try Self.write("#!/bin/sh\nexec \(ssh) -F \(folder)/config \"$@\"\n", to: folder + "/ssh")
        chmod(folder + "/ssh", 0o700)
        let command = Command(sshd, ["-D", "-e", "-f", folder + "/sshd_config"], errors: errors)
        pid = try bench.processors.startingServers { try command.start() }
    }

    deinit {
        Child.end(pid)
    }

    /// An open connection to what `command` says there, once it has answered `request`; with the length of its answer.
    func open(_ command: [String], _ request: [UInt8]) throws -> (socket: RawSocket, answerLength: Int) {
        try RawSocket.opened(
            to: ssh, ["-F", folder + "/config", "-T", "-e", "none", "--", "bench"] + command, request,
            errors: folder + "/errors")
    }

    /// Runs `words` there, as a process that logs in anew.
    func command(_ words: [String]) -> Command {
        Command(folder + "/ssh", ["-T", "-e", "none", "--", "bench"] + words, errors: folder + "/errors")
    }

    /// A dicectl whose `ssh` knows the way there.
    func dicectl(_ bench: Bench, _ words: [String]) -> Command {
        Command(
            bench.programs.dicectl, words,
            variables: ["DICECTL_SSH": folder + "/ssh", "XDG_STATE_HOME": bench.folder], errors: folder + "/errors")
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}

extension RawSocket {
    /// To the standard input and output of a program, once it has answered `request`; with the length of its answer. The
    /// program ends with the connection.
    static func opened(
        to program: String, _ arguments: [String], _ request: [UInt8], errors: String
    ) throws -> (socket: RawSocket, answerLength: Int) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure("cannot make a socket") }
        let errors = Glibc.open(errors, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer {
            close(ends[1])
            close(errors)
        }
        let child = try ChildProcess(
            program, arguments, environment: ProcessInfo.processInfo.environment,
            files: [0: ends[1], 1: ends[1], 2: errors])
        child.buryLater()
        let socket = RawSocket(descriptor: ends[0])
        try socket.send(request)
        var entry = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 20_000) > 0 else { throw Failure("\(program) does not answer") }
        var length = try socket.receive().count
        while poll(&entry, 1, 200) > 0 { length += try socket.receive().count }
        return (socket, length)
    }
}
