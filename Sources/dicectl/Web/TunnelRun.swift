import DiceClient
import DiceDrawing
import DiceFollowing
import DiceWire
import Glibc
import Unix

/// Serves the page through a command until a signal: runs the command, restarts it when it ends,
/// and prints a link for each address.
final class TunnelRun {
    private let context: CommandContext
    private let command: String
    private let named: Origin?
    private let params: LinkParams
    private var tunnel: Tunnel
    private var process: TunnelProcess?
    /// The time before which no more output is read.
    private var nextRead = Deadline.now

    /// The pause after each 64 KiB of output.
    private static let breath = Duration.milliseconds(20)

    /// - Parameters:
    ///   - named: The public address; `nil` for one that the command prints.
    ///   - params: The link to print.
    init(_ context: CommandContext, command: String, named: Origin?, _ params: LinkParams) {
        self.context = context
        self.command = command
        self.named = named
        self.params = params
        tunnel = Tunnel(named: named)
    }

    /// Throws `interrupted` or `terminated` after a signal, and the reason why the command cannot
    /// be used.
    func run() throws {
        SignalPipe.handle([SIGINT, SIGTERM, SIGHUP])
        defer {
            process?.end()
        }
        var links = try LinkClient(context, startsProgram: context.startsDaemon)
        var port = try links.open(nil)
        while true {
            if let signal = SignalPipe.take().first {
                throw signal == SIGINT ? CommandError.interrupted : .terminated(signal)
            }
            if links.hasEnded() {
                links = try LinkClient(context, startsProgram: context.startsDaemon)
                let newPort = try links.open(tunnel.origin)
                if newPort != port {
                    // The command leads to the former port.
                    port = newPort
                    end("the page has another port")
                }
            }
            listen()
            switch tunnel.next(at: .now) {
            case .start: try start(port)
            case .restart: end("the command has printed no address since it was started again")
            case .open(let origin, let change): try open(origin, change, links)
            case .fail(let failure): throw Self.error(failure)
            case .wait(let deadline): wait(until: deadline, links)
            }
            try reap()
        }
    }

    private func start(_ port: Int) throws {
        let text = command.replacing("{port}", with: "\(port)")
        // Nobody could answer a prompt.
        let silence = ["SSH_ASKPASS_REQUIRE": "never"]
        do {
            process = try TunnelProcess(
                text,
                environment: context.environment.merging(silence) { $1 }
            )
        } catch {
            throw CommandError.declined("cannot start sh: \(error)")
        }
        tunnel.started(at: .now)
    }

    private func listen() {
        guard let process, nextRead.hasPassed else { return }
        let count = process.read { bytes, stream in
            tunnel.received(bytes, from: stream, at: .now)
        }
        if count > 0 {
            nextRead = .after(Self.breath)
        }
    }

    private func wait(until deadline: Deadline, _ links: LinkClient) {
        var interests = [links.ending]
        interests += SignalPipe.descriptor.map { [Poll.Interest($0)] } ?? []
        var deadline = deadline
        if let process {
            interests += process.ending
            if nextRead.hasPassed {
                interests += process.interests
            } else {
                deadline = min(deadline, nextRead)
            }
            if process.ending.isEmpty {
                deadline = min(deadline, .after(TunnelProcess.glance))
            }
        }
        _ = Poll.wait(for: interests, until: deadline)
    }

    /// Takes note of the end of the command, with what it has printed last.
    private func reap() throws {
        guard let process, process.hasEnded else { return }
        // A process that it has left behind may print without end.
        for _ in 1...16 {
            process.read { tunnel.received($0, from: $1, at: .now) }
        }
        let words = process.lastWords
        let exit = process.end().map { "\($0)" } ?? ""
        self.process = nil
        let output = words.isEmpty ? "it printed nothing" : "its output:\n\(words)"
        // Starting a command again that has never had an address would not help.
        guard tunnel.origin != nil else {
            throw CommandError.declined(
                "the command has ended (\(exit)) before the page could be reached through it; "
                    + "it must keep running, and cannot ask for passwords; \(output)"
            )
        }
        let pause = tunnel.ended(at: .now)
        Output.message(
            lines:
                "the command has ended (\(exit)) and is started again in \(pause.components.seconds) s; "
                + output
        )
    }

    /// Ends the command, which is started again.
    private func end(_ reason: String) {
        guard let process else { return }
        process.end()
        self.process = nil
        let pause = tunnel.ended(at: .now)
        Output.message("\(reason); the command is started again in \(pause.components.seconds) s")
    }

    private func open(_ origin: Origin, _ change: Tunnel.Change, _ links: LinkClient) throws {
        try links.open(origin)
        switch change {
        case .same:
            return Output.message("the command is running again; links to \(origin) stay valid")
        case .other:
            Output.message(
                "the address is now \(origin); links to the former address do not work any more"
            )
        case .first:
            Output.message(
                "the page is at \(origin) until you press Ctrl-C; whoever runs that address can read along "
                    + "and use its links"
            )
        }
        try links.make(params)
    }

    private static func error(_ failure: Tunnel.Failure) -> CommandError {
        let seconds = Tunnel.patience.components.seconds
        let problem =
            switch failure {
            case .noAddress: "has printed no https:// address within \(seconds) s"
            case .manyAddresses: "kept printing other https:// addresses for \(seconds) s"
            }
        return .declined("the command \(problem); name the address: --public-url https://HOST")
    }
}
