import DiceModel
import DiceWire
import Logging

/// Makes links, knows them again and takes them back. Of one event loop.
final class LinkIssuer {
    /// Who asks for links, by what the kernel says of them, or by the host's link that has opened
    /// their page.
    struct Asker: Hashable {
        /// The login name, or the host's.
        var name: String
        /// Whether a link may be for other names.
        var mayNameOthers: Bool
        /// Who made the host's link, and so the links of its page; nil if no page asks.
        var maker: String?
    }

    private var signer: LinkSigner
    private let file: LinkKeyFile
    private let base: Origin
    /// Whether others run the daemon: then a host's page makes links for its own name alone.
    let isShared: Bool
    private let sessions: Sessions
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// When the last link ends of those that this process has made.
    private(set) var lastExpiry: Timestamp?

    init(
        file: LinkKeyFile,
        signer: LinkSigner,
        base: Origin,
        isShared: Bool = false,
        sessions: Sessions,
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.signer = signer
        self.file = file
        self.base = base
        self.sessions = sessions
        self.now = now
        self.isShared = isShared
        self.logger = logger
    }

    func make(_ params: LinkParams, for asker: Asker) throws(WireError) -> LinkMade {
        guard !params.overlay || params.role ?? .watch == .watch else {
            throw WireError(
                .invalidParams,
                "param \"role\": an overlay only watches; leave \"role\" out",
                param: "role"
            )
        }
        let role = params.role ?? (params.overlay ? .watch : .play)
        // Who only watches is told no secret throw of the maker.
        let names = params.as ?? (role == .watch ? nil : .one(asker.name))
        for name in names?.all ?? [] where name != asker.name {
            if let error = WireError.nameTooLong(name) {
                throw error
            }
        }
        guard asker.mayNameOthers || names.map({ $0.all == [asker.name] }) ?? true
        else {
            throw .isNamed(.one(asker.name))
        }
        guard asker.maker == nil || role != .host else {
            throw WireError(
                .notAllowed,
                "a host's page makes no links for hosts; who runs the daemon does, by dicectl web"
            )
        }
        var seconds =
            params.seconds
            ?? (base.isReadable ? LinkParams.usualLifeWithoutTLS : LinkParams.usualLife)
        if asker.maker != nil {
            seconds = min(seconds, LinkParams.usualLife)
        }
        let expires = Timestamp(
            millisecondsSinceEpoch: now().millisecondsSinceEpoch + Int64(seconds)
                * 1_000
        )
        let maker = asker.maker ?? asker.name
        let link = Link(
            maker: maker,
            generation: signer.generation(of: maker),
            names: names,
            tables: params.tables,
            role: role,
            expires: expires
        )
        guard link.isPossible else {
            throw WireError(
                .invalidParams,
                "param \"role\": a host is one person with every table; leave \"tables\" out",
                param: "role"
            )
        }
        guard link.payload.count <= Link.longestPayload else {
            throw WireError.limit(
                .link,
                Link.longestPayload,
                "the link would be too long; name fewer tables or players"
            )
        }
        if lastExpiry.map({ expires > $0 }) ?? true {
            lastExpiry = expires
        }
        sessions.changed()
        let throwing = params.throwsFor.map { "?total&throws=\($0)" } ?? ""
        let path = params.overlay ? "/overlay" + throwing : "/"
        logger.info(
            "made a link",
            metadata: [
                "by": "\(maker)", "as": "\(names?.text ?? "")", "role": "\(role)",
            ]
        )
        let url = "\(base)\(path)#\(signer.token(for: link))"
        return LinkMade(
            url: url,
            expires: expires,
            code: params.code ? QRCode(url)?.rows : nil
        )
    }

    /// The answer to what the page of a host's link says, if that asks for a link; nil for
    /// everything else.
    func answer(to message: [UInt8], on page: Link) -> [UInt8]? {
        guard
            (try? JSONValue(parsing: message))?["method"]
                == .string(Method.makeLink.any.name),
            let host = page.names?.first,
            case .single(let call) = RequestDecoder(.links).decode(
                message,
                Permit(label: host)
            ),
            let id = call.id
        else { return nil }
        let asker = Asker(name: host, mayNameOthers: !isShared, maker: page.maker)
        let result = Result { () throws(WireError) -> any JSONWritable in
            try make(try call.request.get()[.makeLink] ?? LinkParams(), for: asker)
        }
        return Reply(id: id, result: result).jsonBytes()
    }

    /// The link of a page's first message: `{"token":"…"}`, with `"stranger":true` for one that
    /// only watches, and as nobody.
    func link(in message: [UInt8]) throws(LinkError) -> Link {
        // What a token can need, with the braces around it.
        guard message.count <= LinkSigner.longestToken + 64,
            let json = try? JSONValue(parsing: message),
            let token: String = try? json.member("token")
        else { throw .tokenInvalid }
        var link = try signer.link(of: Array(token.utf8), at: now())
        let isStranger: Bool? = try? json.member(ifPresent: "stranger")
        if isStranger == true {
            link.isStranger = true
            link.role = .watch
        }
        return link
    }

    /// Makes every link of `asker` void and closes the pages that they have opened.
    func revokeAll(of asker: Asker) throws(WireError) -> LinksRevoked {
        var changed = signer
        changed.revocations[asker.name, default: 0] += 1
        do {
            try file.write(changed)
        } catch {
            logger.error(
                "cannot write the key file",
                metadata: ["path": "\(file.path)", "error": "\(error)"]
            )
            throw WireError(
                .storageFailed,
                "\(file.path) cannot be written: \(error); the links are as they were"
            )
        }
        signer = changed
        let closed = sessions.endAll(of: asker.name)
        logger.notice(
            "revoked links",
            metadata: ["by": "\(asker.name)", "closed": "\(closed)"]
        )
        return LinksRevoked(closed: closed)
    }
}
