import DiceClient
import DiceDrawing
import DiceFollowing
import DiceWire
import FoundationEssentials
import Glibc
import Unix

/// Serves the page through a command until a signal: runs the command, restarts it when it ends,
/// and prints a link for each address.
final class TunnelRun {
    private let context: CommandContext
    private let command: String
    private let named: Origin?
    private let params: LinkParams
    private var links: LinkClient
    /// The page's port; 0 before it is known.
    private var port = 0
    private var tunnel: Tunnel
    private var process: TunnelProcess?
    /// The time before which no more output is read.
    private var nextRead = Deadline.now

    /// The pause after each 64 KiB of output.
    private static let breath = Duration.milliseconds(20)
    /// The time for another diced-web to serve the page, after one has ended.
    private static let patience = Duration.seconds(10)
    /// The pause before another diced-web is asked.
    private static let glance = Duration.milliseconds(20)

    /// - Parameters:
    ///   - named: The public address; `nil` for one that the command prints.
    ///   - params: The link to print.
    /// - Throws: the reason why diced-web cannot be reached.
    init(_ context: CommandContext, command: String, named: Origin?, _ params: LinkParams)
        throws
    {
        self.context = context
        self.command = command
        self.named = named
        self.params = params
        tunnel = Tunnel(named: named)
        links = try Self.connect(context)
    }

    /// Throws `interrupted` or `terminated` after a signal, and the reason why the command cannot
    /// be used.
    func run() throws {
        SignalPipe.handle([SIGINT, SIGTERM, SIGHUP])
        defer {
            process?.end()
        }
        try serve()
        while true {
            if let signal = SignalPipe.take().first {
                throw signal == SIGINT ? CommandError.interrupted : .terminated(signal)
            }
            if links.hasEnded() {
                try serve()
            }
            listen()
            switch tunnel.next(at: .now) {
            case .start: try start()
            case .restart: end("the command has printed no address since it was started again")
            case .open(_, let change): try serve(change)
            case .fail(let failure): throw Self.error(failure)
            case .wait(let deadline): wait(until: deadline)
            }
            try reap()
        }
    }

    private func start() throws {
        let text = command.replacing("{port}", with: "\(port)")
        // Nobody could answer a prompt.
        let silence = ["SSH_ASKPASS_REQUIRE": "never"]
        do {
            process = try TunnelProcess(
                text,
                environment: ProcessInfo.processInfo.environment.merging(silence) { $1 }
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

    private func wait(until deadline: Deadline) {
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

    /// Serves the page at the tunnel's address and tells its change, through another diced-web if
    /// the one at hand has ended. A server that is being killed may still accept a connection.
    private func serve(_ change: Tunnel.Change? = nil) throws {
        let deadline = Deadline.after(Self.patience)
        while true {
            do {
                let port = try links.open(tunnel.origin)
                if port != self.port {
                    self.port = port
                    // The command leads to the former port.
                    end("the page has another port")
                }
                if let change, let origin = tunnel.origin {
                    try tell(change, origin)
                }
                return
            } catch let error where links.hasEnded() {
                guard !deadline.hasPassed else { throw error }
                _ = Poll.wait(for: [], until: .after(Self.glance))
                links = try Self.connect(context)
            }
        }
    }

    private func tell(_ change: Tunnel.Change, _ origin: Origin) throws {
        guard change != .same else {
            return Output.message("the command is running again; links to \(origin) stay valid")
        }
        try links.make(params)
        Output.message(
            change == .first
                ? "the page is at \(origin) until you press Ctrl-C; those who run that address can read along "
                    + "and use its links"
                : "the address is now \(origin); links to the former address do not work any more"
        )
    }

    private static func connect(_ context: CommandContext) throws -> LinkClient {
        try LinkClient(context, startsProgram: context.startsDaemon)
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
