public import Unix

/// How ssh ended before the daemon of another machine had answered.
public struct RemoteError: Sendable, Hashable {
    /// The machine, as it was named.
    public let host: RemoteHost
    /// Nil if it goes on, though it says nothing any more.
    public let exit: ChildProcess.Exit?
    /// What it wrote to standard error, the last 4 KiB of it: lines of ssh, or of `dicectl stdio`
    /// there.
    public let words: String

    /// Whether the same may go well in a while: the network is gone, or the daemon.
    public var isPassing: Bool {
        switch exit {
        case .exited(255): !needsPassword
        case .exited(0), .exited(69), .killed, nil: true
        case .exited: false
        }
    }

    /// Whether it could not log in without asking.
    private var needsPassword: Bool { words.contains("Permission denied (") }

    /// What stands above its words.
    private var sentence: String {
        switch exit {
        case .exited(127):
            "there is no dicectl on \(host.host); install diced there, so that this finds it: "
                + "\(host.commandLine) dicectl --version"
        case .exited(255): "ssh does not get through to \(host.host)"
        case .exited(let status):
            "dicectl stdio on \(host.host) ended with status \(status) before the daemon answered"
        case .killed, nil:
            "ssh to \(host.host) ended before the daemon answered\(exit.map { " (\($0))" } ?? "")"
        }
    }
}

extension RemoteError: CustomStringConvertible {
    /// A sentence for people, and below it what was written, as it was written.
    public var description: String {
        words.isEmpty
            ? sentence + ", and says nothing" : sentence + "; it says:\n" + words
    }
}
