internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Glibc
internal import Unix

/// Calls to diced-web's socket for links.
struct LinkClient {
    private let client: Client
    private let session: Session

    /// - Parameter startsProgram: whether diced-web is started where it does not run.
    init(_ session: Session, startsProgram: Bool) throws(ClientError) {
        self.session = session
        let daemon = try session.socketPath
        do {
            client = Session.client(
                session.isShared
                    ? try Connection.openShared(daemon.web(isShared: true))
                    : try Autostart.connectToWeb(of: daemon, startsProgram: startsProgram))
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
    func make(_ params: LinkParams, showsCode: Bool) throws {
        let link = try perform(.makeLink, params) { link in
            guard link.url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ClientError.garbled("a link has characters that no link has")
            }
            return [link.url]
        }
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
        try perform(.revokeLinks, EmptyObject()) {
            ["every link is void, \($0.closed) \($0.closed == 1 ? "page" : "pages") closed"]
        }
    }

    @discardableResult private func perform<Params, Result: JSONReadable>(
        _ method: Method<Params, Result>, _ params: Params, plain: (Result) throws -> [String]
    ) throws -> Result {
        do {
            return try session.perform(method, params, on: client, plain: plain)
        } catch ClientError.timedOut {
            throw ClientError.unreachable("diced-web does not answer; look at its log")
        } catch ClientError.lost {
            throw ClientError.unreachable("diced-web closed the connection; look at its log")
        } catch ClientError.garbled {
            throw ClientError.garbled("what answers on the socket for links is no diced-web")
        }
    }
}
