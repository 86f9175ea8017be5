import FoundationEssentials
import Glibc
import Unix

/// A `dicectl stdio` on another machine, and the ssh command that runs it.
public struct RemoteCommand: Sendable, Hashable {
    /// The machine, and our account there.
    public let host: RemoteHost
    /// The daemon's socket there; `nil` for the default of the dicectl there.
    public var socket: String?
    /// True to start a daemon there if none is listening.
    public var startsDaemon: Bool
    /// True for that machine's shared daemon.
    public var isShared: Bool

    /// Makes the command.
    public init(
        host: RemoteHost,
        socket: String? = nil,
        startsDaemon: Bool = true,
        isShared: Bool = false
    ) {
        self.host = host
        self.socket = socket
        self.startsDaemon = startsDaemon
        self.isShared = isShared
    }

    /// The arguments of ssh: fixed options, and the words of the command, quoted for the shell of
    /// that machine.
    public var arguments: [String] {
        var arguments = ["-T", "-e", "none"]
        for option in [
            "ConnectTimeout=10", "ServerAliveInterval=15", "ServerAliveCountMax=3",
        ] {
            arguments += ["-o", option]
        }
        if let port = host.port {
            arguments += ["-p", String(port)]
        }
        if let user = host.user {
            arguments += ["-l", user]
        }
        return arguments + ["--", host.host] + words.map(ShellWord.quoted)
    }

    private var words: [String] {
        var words = ["dicectl", "stdio"]
        if isShared {
            words.append("--shared")
        }
        // One word, so that a path that begins with a hyphen is not parsed as an option.
        if let socket {
            words +=
                socket.hasPrefix("-") ? ["--socket=" + socket] : ["--socket", socket]
        }
        if !startsDaemon {
            words.append("--no-autostart")
        }
        return words
    }
}

extension Connection {
    /// Starts ssh for a connection to the daemon of another machine, and returns at once. The
    /// connection works once the daemon has answered; otherwise `remoteFailure(within:)` returns
    /// the reason.
    ///
    /// The program is `$DICECTL_SSH`, else `ssh`, as a path or a name in `$PATH`. It ends with the
    /// connection.
    ///
    /// - Parameter mayAsk: True if ssh may ask for passwords at the terminal of this process;
    ///   otherwise it has no terminal.
    /// - Throws: `unreachable` if ssh cannot be started.
    public static func open(_ command: RemoteCommand, mayAsk: Bool) throws(ClientError)
        -> Connection
    {
        let environment = ProcessInfo.processInfo.environment
        let program = try ClientError.orUnreachable(
            try ProcessText.variable("DICECTL_SSH") ?? "ssh"
        )
        do {
            let ends = try Descriptor.Pair()
            let ssh = try SSHProcess(
                program,
                command.arguments,
                environment: environment,
                stream: ends.theirs,
                mayAsk: mayAsk
            )
            let connection = Connection(descriptor: ends.takeLocalEnd().release())
            connection.limitWaiting()
            connection.ssh = ssh
            connection.remote = command
            connection.another = { () throws(ClientError) in
                var command = command
                command.startsDaemon = false
                return try open(command, mayAsk: false)
            }
            return connection
        } catch {
            throw .unreachable(
                "cannot start \(program): \(error); install the OpenSSH client, or set $DICECTL_SSH to another program"
            )
        }
    }

    /// Returns how ssh ended, once the connection has; `nil` for a connection on this machine.
    /// Blocks until ssh has ended, up to `limit`.
    public func remoteFailure(within limit: Duration = .seconds(2)) -> RemoteError? {
        guard let ssh, let remote else { return nil }
        let (exit, words) = ssh.lastWords(within: limit)
        return RemoteError(
            host: remote.host,
            exit: exit,
            message: [words, printed].filter { !$0.isEmpty }.joined(separator: "\n")
        )
    }

    /// Ends ssh without waiting for it to finish by itself.
    public func abandon() {
        ssh?.grace = .zero
    }
}
