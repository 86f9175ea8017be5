internal import DiceClient
internal import DiceWire

/// What a command does where the daemon is on another machine.
extension Session {
    /// How long ssh and who it asks for a password may take until the daemon has answered.
    private static let patience = Duration.seconds(150)
    /// The longest pause before another try to reach a machine again.
    private static let longestPause = Duration.milliseconds(1_500)

    /// What to run on which machine: the one that is given, else `$DICECTL_HOST`; nil for this machine.
    var remote: RemoteCommand? {
        get throws(Failure) {
            let variable = host == nil ? try hostVariable() : nil
            guard let host = host ?? variable else { return nil }
            return RemoteCommand(
                host: host, socket: socket, startsDaemon: startsDaemon,
                isShared: isShared)
        }
    }

    private func hostVariable() throws(Failure) -> RemoteHost? {
        guard let text = environment["DICECTL_HOST"], !text.isEmpty else { return nil }
        do {
            return try RemoteHost(parsing: text)
        } catch {
            throw .usage("DICECTL_HOST: \(error)")
        }
    }

    /// Waits until the daemon there has answered: until then ssh may ask at the terminal, and nothing is drawn.
    func connect(to remote: RemoteCommand) throws(Failure) -> Client {
        do {
            let client = Self.client(try Connection.open(remote, mayAsk: true))
            do {
                try client.awaitAgreement(within: Self.patience)
            } catch {
                guard case .lost = error, let failure = client.connection.remoteFailure() else { throw error }
                throw ClientError.unreachable(failure.description)
            }
            return client
        } catch {
            throw Failure(error)
        }
    }

    /// Starts ssh, which asks nothing, and waits for nothing.
    static func begin(_ remote: RemoteCommand, startsDaemon: Bool) throws(ClientError) -> Client {
        var remote = remote
        remote.startsDaemon = startsDaemon
        return client(try Connection.open(remote, mayAsk: false))
    }

    /// Before trying to connect again.
    var backoff: Backoff { ((try? remote) ?? nil) == nil ? Backoff() : Backoff(longest: Self.longestPause) }

    /// How dicectl is called to reach the same daemon: where a variable names the machine, as ever.
    var calling: String { host.map { "dicectl -H \(ShellWord.quoted($0.text))" } ?? "dicectl" }

    /// The same, its commands for the same daemon.
    func calling(_ refusal: Refusal) -> Refusal {
        var refusal = refusal
        refusal.help = refusal.help?.replacing("dicectl ", with: calling + " ")
        return refusal
    }

    /// Throws where the command is for the machine that the daemon is on.
    func refuseRemote(_ arguments: String...) throws(Failure) {
        guard let remote = try remote else { return }
        let words = (["dicectl", command] + arguments).map(ShellWord.quoted).joined(separator: " ")
        throw .usage(
            "\(command) works on the daemon's own machine alone; run it there: \(remote.host.commandLine) \(words)")
    }
}
