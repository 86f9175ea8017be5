import DiceClient
import DiceDrawing
import DiceFollowing
import DiceWire
import Glibc
import Unix

/// Calls to diced-web's socket for links.
struct LinkClient {
    private let client: Client
    private let context: CommandContext

    /// - Parameters:
    ///   - startsProgram: true to start diced-web if it is not running.
    ///   - isOnLocalNetwork: true for the page that is reachable from the local network.
    init(_ context: CommandContext, startsProgram: Bool, isOnLocalNetwork: Bool = false)
        throws(ClientError)
    {
        self.context = context
        let daemon = try context.socketPath
        do {
            client = CommandContext.client(
                context.isShared
                    ? try Connection.openShared(daemon.web(isShared: true))
                    : try Autostart.connectToWeb(
                        of: daemon,
                        startsProgram: startsProgram,
                        isOnLocalNetwork: isOnLocalNetwork
                    )
            )
        } catch {
            guard case .noDaemon(let socket, let isShared) = error else { throw error }
            let help =
                isShared
                ? "if it is installed: systemctl enable --now diced-web.socket, as root"
                : "start one with: diced-web\(isOnLocalNetwork ? " --lan" : "") --socket \(daemon.path)"
            throw .unreachable("diced-web is not listening on \(socket); \(help)")
        }
    }

    /// Serves the page at an origin beyond this machine, until this connection closes. Returns the
    /// page's port.
    @discardableResult
    func open(_ origin: Origin?) throws -> Int {
        do {
            return try answer {
                try client.call(.openOrigin, OriginParams(origin: origin)).port
            }
        } catch ClientError.refused(let error) where error.known == .methodNotFound {
            let end = client.connection.serverProcess.map { "; end it: kill \($0)" } ?? ""
            throw CommandError.declined(
                "the diced-web that is running is older than this dicectl\(end)"
            )
        }
    }

    /// The descriptor that becomes readable when diced-web has closed the connection.
    var ending: Poll.Interest { Poll.Interest(client.connection.descriptor) }

    /// Returns true if diced-web has closed the connection.
    func hasEnded() -> Bool {
        do {
            try client.connection.fill()
            return false
        } catch {
            return true
        }
    }

    /// Prints a new link.
    func make(_ params: LinkParams) throws {
        let link = try answer {
            try context.perform(.makeLink, params, on: client) { link in
                guard link.url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                    throw ClientError.garbled("a link contains invalid characters")
                }
                return [link.url]
            }
        }
        let isHost = params.role == .host
        if isHost {
            Output.message(
                "keep this link to yourself: anyone who has it can create, change and delete tables; to make "
                    + "links to share, use Invite on the page, or --as NAME"
            )
        }
        let isLocal =
            link.url.hasPrefix("http://127.") || link.url.hasPrefix("http://[::1]")
        if link.url.hasPrefix("http:"), !isLocal {
            Output.message(
                "the link is sent over your network without encryption: anyone who can read the traffic can "
                    + (isHost ? "use it to play and delete tables " : "use it ")
                    + "until it expires or you revoke it: dicectl web --revoke"
            )
        }
        guard params.code else { return }
        guard !isLocal else {
            Output.message(
                "no QR code: this link works only on this machine; "
                    + "for a phone on your network: dicectl web --lan --qr"
            )
            return
        }
        guard let code = link.code else {
            throw CommandError.declined(
                "the link is too long for a QR code; name fewer tables"
            )
        }
        let screen = TerminalTraits(
            isTerminal: isatty(STDERR_FILENO) == 1,
            environment: context.environment
        )
        guard screen.glyphs != .ascii else {
            throw CommandError.declined(
                "the QR code needs a UTF-8 locale; if the terminal supports UTF-8, set LC_ALL=C.UTF-8"
            )
        }
        let lines = QRDrawing.lines(code, hasColour: screen.canDraw)
        Output.notice(lines.joined(separator: "\n") + "\n")
    }

    /// Revokes all links and reports how many pages were closed. The page of the local network has
    /// separate links.
    static func revokeAll(_ context: CommandContext) throws {
        let network =
            context.isShared
            ? nil
            : try? LinkClient(context, startsProgram: false, isOnLocalNetwork: true)
        var pages = [network, try? LinkClient(context, startsProgram: false)]
            .compactMap(\.self)
        if pages.isEmpty {
            pages.append(try LinkClient(context, startsProgram: false))
        }
        var closed = 0
        for page in pages {
            closed += try page.answer { try page.client.call(.revokeLinks).closed }
        }
        if context.json {
            return try Output.json(LinksRevoked(closed: closed).jsonBytes())
        }
        let effect =
            switch closed {
            case 0: "no pages were open"
            case 1: "1 page closed"
            default: "\(closed) pages closed"
            }
        try Output.line("all links revoked; \(effect)")
    }

    /// Returns diced-web's answer, and converts its failures.
    private func answer<Answer>(_ work: () throws -> Answer) throws -> Answer {
        do {
            return try work()
        } catch ClientError.timedOut {
            throw ClientError.unreachable(
                "diced-web does not answer; to see its log: dicectl logs --unit diced-web"
            )
        } catch ClientError.lost {
            throw ClientError.unreachable(
                "diced-web closed the connection; to see its log: dicectl logs --unit diced-web"
            )
        } catch ClientError.garbled {
            throw ClientError.garbled(
                "the program that answers on the socket for links is not diced-web"
            )
        }
    }
}
