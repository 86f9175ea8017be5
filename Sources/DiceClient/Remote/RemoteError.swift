public import Unix

/// The end of ssh before the daemon of another machine has answered.
public struct RemoteError: Sendable, Hashable {
    /// The machine, as the user wrote it.
    public let host: RemoteHost
    /// How ssh exited; `nil` if ssh is still running, but silent.
    public let exit: ChildProcess.Exit?
    /// The last 4 KiB of its standard error: lines of ssh, or of `dicectl stdio` there.
    public let message: String

    /// True if another attempt may succeed later: the network or the daemon is down.
    public var isPassing: Bool {
        switch exit {
        case .exited(255): !needsPassword
        case .exited(0), .exited(69), .killed, nil: true
        case .exited: false
        }
    }

    /// True if it could not log in without a password.
    private var needsPassword: Bool { message.contains("Permission denied (") }

    /// The first line of the message, above the output of ssh.
    private var sentence: String {
        switch exit {
        case .exited(127):
            "no dicectl on \(host.host); install diced there, then check with: "
                + "\(host.commandLine) dicectl --version"
        case .exited(255): "ssh cannot connect to \(host.host)"
        case .exited(let status):
            "dicectl stdio on \(host.host) ended with status \(status) before the daemon answered"
        case .killed, nil:
            "ssh to \(host.host) ended before the daemon answered\(exit.map { " (\($0))" } ?? "")"
        }
    }
}

extension RemoteError: CustomStringConvertible {
    /// The message for people, followed by the unchanged output of ssh.
    public var description: String {
        message.isEmpty
            ? sentence + ", without a message" : sentence + "; its output:\n" + message
    }
}
