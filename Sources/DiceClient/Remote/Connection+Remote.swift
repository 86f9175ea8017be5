internal import FoundationEssentials
internal import Glibc
internal import Unix

extension Connection {
    /// Starts ssh for a connection to the daemon of another machine, and returns at once: whether there is a way is known
    /// once the daemon has answered, or else by `remoteFailure(within:)`.
    ///
    /// The program is `$DICECTL_SSH`, else `ssh`, by its path or its name in `$PATH`. It ends with the connection.
    ///
    /// - Parameter mayAsk: whether ssh may ask for passwords, at the terminal of this process; else it has none.
    /// - Throws: `unreachable` where ssh cannot be started.
    public static func open(_ command: RemoteCommand, mayAsk: Bool) throws(ClientError) -> Connection {
        let environment = ProcessInfo.processInfo.environment
        let program: String
        do {
            program = try ProcessText.variable("DICECTL_SSH") ?? "ssh"
        } catch {
            throw .unreachable(error.description)
        }
        do {
            let ends = try Descriptor.Pair()
            let ssh = try SSHProcess(
                program, command.arguments, environment: environment, stream: ends.theirs, mayAsk: mayAsk)
            let connection = Connection(descriptor: ends.takeOurs().release())
            connection.limitWaiting()
            connection.ssh = ssh
            connection.remote = command
            return connection
        } catch {
            throw .unreachable(
                "cannot start \(program): \(error); install OpenSSH's client, or name another program in $DICECTL_SSH")
        }
    }

    /// How ssh ended, once the connection has; nil for a connection of this machine. Blocks until ssh has ended, up to
    /// `limit`.
    public func remoteFailure(within limit: Duration = .seconds(2)) -> RemoteFailure? {
        guard let ssh, let remote else { return nil }
        let (exit, words) = ssh.lastWords(within: limit)
        return RemoteFailure(host: remote.host, exit: exit, words: words)
    }

    /// Has ssh end without waiting for what it may still have to do.
    public func abandon() { ssh?.grace = .zero }
}
