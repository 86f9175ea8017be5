import FoundationEssentials
import Glibc
import Unix

/// The `dicectl stdio` of another machine, and how ssh is asked for it.
public struct RemoteCommand: Sendable, Hashable {
    /// The machine, and who we are there.
    public let host: RemoteHost
    /// The daemon's socket there; nil for the one that the other dicectl finds.
    public var socket: String?
    /// Whether to start a daemon there if none listens.
    public var startsDaemon: Bool
    /// Whether it is the daemon that the users of that machine share.
    public var isShared: Bool

    /// What to run, and where.
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

    /// What ssh is started with: always these options, and the command's words quoted for the shell
    /// of that machine.
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
        // In one word, so that a path that begins with a hyphen is not read as an option.
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
    /// Starts ssh for a connection to the daemon of another machine, and returns at once: whether
    /// there is a way is known once the daemon has answered, or else by `remoteFailure(within:)`.
    ///
    /// The program is `$DICECTL_SSH`, else `ssh`, by its path or its name in `$PATH`. It ends with
    /// the connection.
    ///
    /// - Parameter mayAsk: whether ssh may ask for passwords, at the terminal of this process; else
    ///   it has none.
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
            let connection = Connection(descriptor: ends.takeOurs().release())
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
                "cannot start \(program): \(error); install OpenSSH's client, or name another program in $DICECTL_SSH"
            )
        }
    }

    /// How ssh ended, once the connection has; nil for a connection of this machine. Blocks until
    /// ssh has ended, up to `limit`.
    public func remoteFailure(within limit: Duration = .seconds(2)) -> RemoteError? {
        guard let ssh, let remote else { return nil }
        let (exit, words) = ssh.lastWords(within: limit)
        return RemoteError(
            host: remote.host,
            exit: exit,
            words: [words, printed].filter { !$0.isEmpty }.joined(separator: "\n")
        )
    }

    /// Has ssh end without waiting for what it may still have to do.
    public func abandon() {
        ssh?.grace = .zero
    }
}
