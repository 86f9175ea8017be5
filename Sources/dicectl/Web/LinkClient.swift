internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Glibc
internal import Unix

/// A connection to diced-web's socket for links.
struct LinkClient {
    private let connection: Connection
    private let session: Session

    /// How long an answer may take.
    private static let patience = Duration.seconds(10)

    /// - Parameter startsProgram: whether diced-web is started where it does not run.
    init(_ session: Session, startsProgram: Bool) throws(ClientError) {
        self.session = session
        let daemon = try session.socketPath
        do {
            connection =
                session.isShared
                ? try Connection.openShared(daemon.web(isShared: true))
                : try Autostart.connectToWeb(of: daemon, startsProgram: startsProgram)
        } catch {
            guard case .noDaemon(let socket, let isShared) = error else { throw error }
            throw .unreachable(
                "no diced-web listens on \(socket); "
                    + (isShared
                        ? "where it is installed: systemctl enable --now diced-web.socket, as root"
                        : "start one with: diced-web --socket \(daemon.path)"))
        }
    }

    /// Prints the link.
    func make(_ order: LinkOrder, showsCode: Bool) throws {
        let answer = try ask("link.make", order)
        if session.json { return try Session.printJSON(answer) }
        let link: LinkMade = try value(of: answer)
        guard link.url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ClientError.garbled("a link has characters that no link has")
        }
        try Output.line(link.url)
        if showsCode { try show(link.url) }
    }

    /// Draws a QR code for the person.
    private func show(_ url: String) throws {
        guard let code = QRCode(url) else {
            throw Failure.declined("the link is too long for a QR code; name fewer tables")
        }
        let screen = TerminalTraits(isTerminal: isatty(STDERR_FILENO) == 1, environment: session.environment)
        let lines = QRDrawing.lines(code, hasColour: screen.canDraw)
        Output.notice(lines.joined(separator: "\n") + "\n")
    }

    /// Takes all links back, and says how many pages were closed.
    func revokeAll() throws {
        let answer = try ask("link.revokeAll", EmptyObject())
        if session.json { return try Session.printJSON(answer) }
        let closed = try (value(of: answer) as LinksRevoked).closed
        try Output.line("every link is void, \(closed) \(closed == 1 ? "page" : "pages") closed")
    }

    private func ask(_ method: String, _ params: some JSONWritable) throws(ClientError) -> ServerLine {
        do {
            try connection.send(LinkCall.line(method, params))
            guard let bytes = try connection.line(by: .after(Self.patience)) else {
                throw ClientError.unreachable("diced-web does not answer; look at its log")
            }
            guard let line = ServerLine(bytes), case .reply(LinkCall.onlyID, let error) = line.kind else {
                throw ClientError.garbled("what answers on the socket for links is no diced-web")
            }
            if let error { throw ClientError.refused(error) }
            return line
        } catch let error as ClientError {
            throw error
        } catch {
            throw .unreachable("diced-web closed the connection; look at its log")
        }
    }

    private func value<Value: JSONReadable>(of answer: ServerLine) throws(ClientError) -> Value {
        do {
            return try answer.result(as: Value.self)
        } catch {
            throw .garbled("an answer of diced-web has no \(error.wanted)")
        }
    }
}
