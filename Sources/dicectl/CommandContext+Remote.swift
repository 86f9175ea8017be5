import DiceClient
import DiceDrawing
import DiceFollowing
import DiceWire

/// Access to a daemon on another machine.
extension CommandContext {
    /// The time limit for ssh, including a password prompt, until the daemon has answered.
    private static let timeout = Duration.seconds(150)

    /// The command to run on the other machine, which is the machine given as an option, else that
    /// in `$DICECTL_HOST`; `nil` for this machine.
    var remote: RemoteCommand? {
        get throws(CommandError) {
            let variable = host == nil ? try hostVariable() : nil
            guard let host = host ?? variable else { return nil }
            return RemoteCommand(
                host: host,
                socket: socket,
                startsDaemon: startsDaemon,
                isShared: isShared
            )
        }
    }

    private func hostVariable() throws(CommandError) -> RemoteHost? {
        guard let text = environment["DICECTL_HOST"], !text.isEmpty else { return nil }
        do {
            return try RemoteHost(parsing: text)
        } catch {
            throw .usage("DICECTL_HOST: \(error)")
        }
    }

    /// Waits until the remote daemon has answered: until then ssh may prompt at the terminal, and
    /// nothing may be drawn.
    ///
    /// - Parameter asking: true to request this connection's permissions in the same write.
    func connect(
        to remote: RemoteCommand,
        asking: Bool
    ) throws(CommandError) -> (client: Client, confinement: ConfineParams?) {
        do {
            let client = Self.client(
                try Connection.open(remote, mayAsk: true),
                isBot: isBot
            )
            let id: RequestID?
            do throws(ClientError) {
                id = try client.begin(asking ? [Method.confine(ConfineParams())] : [])
                    .first
                do throws(ClientError) {
                    try client.awaitAgreement()
                } catch .timedOut {
                    let instead =
                        client.connection.printed.isEmpty
                        ? "" : "; it printed \(client.connection.printed)"
                    Output.message(
                        "waiting for \(remote.host): dicectl stdio has not answered\(instead)"
                    )
                    try client.awaitAgreement(within: Self.timeout)
                }
            } catch .garbled(let what) {
                throw ClientError.garbled(
                    "\(what); to see what a login there prints: \(remote.host.commandLine) true"
                )
            } catch {
                guard case .lost = error,
                    let failure = client.connection.remoteFailure()
                else {
                    throw error
                }
                throw ClientError.unreachable(failure.description)
            }
            let deadline = Deadline.after(client.timeout)
            return (
                client,
                try id.flatMap { try client.result($0, of: .confine, by: deadline) }
            )
        } catch { throw CommandError(error) }
    }

    /// Starts ssh without prompts and does not wait.
    func begin(_ remote: RemoteCommand, startsDaemon: Bool) throws(ClientError) -> Client {
        var remote = remote
        remote.startsDaemon = startsDaemon
        return Self.client(try Connection.open(remote, mayAsk: false), isBot: isBot)
    }

    /// The pauses between attempts to reconnect.
    var backoff: Backoff {
        ((try? remote) ?? nil) == nil
            ? Backoff() : Backoff(longest: .milliseconds(1_500))
    }

    /// The beginning of a command line for the same daemon. Omits options for whatever an
    /// environment variable already selects.
    var calling: String {
        let named =
            (host.map { ["-H", $0.text] } ?? [])
            + (socket.map { ["--socket", $0] } ?? [])
        return TypedWords.line(named + (shared ? ["--shared"] : []))
    }

    /// Returns a text with the commands that it suggests directed to the same daemon. Those begin
    /// the text, or follow a word or sign after which a command is suggested; others, such as
    /// those of a line for ssh, stay as they are.
    func calling(_ text: String) -> String {
        let command = "dicectl "
        var addressed = ""
        var rest = text[...]
        while let range = rest.firstRange(of: command) {
            addressed += rest[..<range.lowerBound]
            let isAdvice =
                [": ", "(", "; ", " or ", "`"].contains(where: addressed.hasSuffix)
                && rest[range.upperBound...].first?.isLetter == true
            addressed += isAdvice ? calling + " " : command
            rest = rest[range.upperBound...]
        }
        return addressed + rest
    }

    /// Prints a message whose commands are directed to the same daemon.
    func say(_ message: String) {
        Output.message(calling(message))
    }

    /// Throws if the command only works on the daemon's own machine.
    func refuseRemote(_ arguments: String...) throws(CommandError) {
        guard let remote = try remote else { return }
        let words = (["dicectl", command] + arguments).map(ShellWord.quoted).joined(
            separator: " "
        )
        throw .usage(
            "\(command) works only on the daemon's own machine; run it there: \(remote.host.commandLine) \(words)"
        )
    }
}
