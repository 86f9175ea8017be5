/// The `dicectl stdio` of another machine, and how ssh is asked for it.
public struct RemoteCommand: Sendable, Hashable {
    /// The machine, and who we are there.
    public let host: RemoteHost
    /// The daemon's socket there; nil for the one that the other dicectl finds.
    public var socket: String?
    /// Whether a daemon is started there where none listens.
    public var startsDaemon: Bool
    /// Whether it is the daemon that the users of that machine share.
    public var isShared: Bool

    /// What to run, and where.
    public init(host: RemoteHost, socket: String? = nil, startsDaemon: Bool = true, isShared: Bool = false) {
        self.host = host
        self.socket = socket
        self.startsDaemon = startsDaemon
        self.isShared = isShared
    }

    /// What ssh is started with: always these options, and the command's words quoted for the shell of that machine.
    public var arguments: [String] {
        var arguments = ["-T", "-e", "none"]
        for option in ["ConnectTimeout=10", "ServerAliveInterval=15", "ServerAliveCountMax=3"] {
            arguments += ["-o", option]
        }
        if let port = host.port { arguments += ["-p", String(port)] }
        if let user = host.user { arguments += ["-l", user] }
        return arguments + ["--", host.host] + words.map(ShellWord.quoted)
    }

    private var words: [String] {
        var words = ["dicectl", "stdio"]
        if isShared { words.append("--shared") }
        // In one word, a path that begins with a hyphen is no option.
        if let socket { words += socket.hasPrefix("-") ? ["--socket=" + socket] : ["--socket", socket] }
        if !startsDaemon { words.append("--no-autostart") }
        return words
    }
}
