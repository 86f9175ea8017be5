import DiceModel
import DiceWire
import Logging

/// Makes, verifies and revokes links. Confined to one event loop.
final class LinkIssuer {
    /// The user who asks for links, known from the kernel, or from the host's link that opened the
    /// page.
    struct Asker: Hashable {
        /// The login name, or the host's name.
        var name: String
        /// True if the user may make links for other names.
        var mayNameOthers: Bool
        /// The maker of the host's link, who also counts as the maker of every link that its page
        /// asks for; `nil` if no page is asking.
        var maker: String?
    }

    private var signer: LinkSigner
    private let file: LinkKeyFile
    private let base: Origin
    /// True if other users run the daemon; a host's page then makes links only for the host's own
    /// name.
    let isShared: Bool
    private let sessions: Sessions
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// Called with the maker whose links have been revoked.
    var revoked: (_ maker: String) -> Void = { _ in }
    /// The latest expiry of the links that this process has made.
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

    /// - Parameter origin: The open origin at which the link is used; `nil` for the page's own.
    func make(_ params: LinkParams, for asker: Asker, at origin: Origin? = nil)
        throws(WireError) -> LinkMade
    {
        let base = origin ?? base
        guard !params.overlay || params.role ?? .watch == .watch else {
            throw WireError(.overlayOnlyWatches, ["param": "role"])
        }
        let role = params.role ?? (params.overlay ? .watch : .play)
        // A link that only watches must not receive the maker's secret throws.
        let names = params.as ?? (role == .watch ? nil : .one(asker.name))
        for name in names?.all ?? [] where name != asker.name {
            if let error = WireError.nameTooLong(name) {
                throw error
            }
        }
        guard asker.mayNameOthers || names.map({ $0.all == [asker.name] }) ?? true
        else {
            throw .actsOnly(as: .one(asker.name))
        }
        guard asker.maker == nil || role != .host else {
            throw WireError(.hostInvitesHost)
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
            throw WireError(.hostSeesEveryTable, ["param": "role"])
        }
        guard link.payload.count <= Link.longestPayload else {
            throw WireError(.linkTooLong, ["limit": Link.longestPayload])
        }
        if lastExpiry.map({ expires > $0 }) ?? true {
            lastExpiry = expires
        }
        sessions.changed()
        let options =
            (params.table.map { ["table=\($0)"] } ?? [])
            + (params.overlay ? params.throwsFor.map { ["total", "throws=\($0)"] } ?? [] : [])
        let query = options.isEmpty ? "" : "?" + options.joined(separator: "&")
        let path = (params.overlay ? "/overlay" : "/") + query
        logger.info(
            "created a link",
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

    /// Returns the response to a host page's request for a link; `nil` for a notification.
    ///
    /// - Parameter origin: The open origin of the page; `nil` if it is always served.
    func answer(to message: [UInt8], on page: Link, at origin: Origin?) -> [UInt8]? {
        guard let host = page.names?.first,
            let call = Self.call(in: message, on: page),
            let id = call.id
        else { return nil }
        let asker = Asker(name: host, mayNameOthers: !isShared, maker: page.maker)
        let result = Result { () throws(WireError) -> any JSONWritable in
            try make(try call.request.get()[.makeLink] ?? LinkParams(), for: asker, at: origin)
        }
        return Reply(id: id, result: result).jsonBytes()
    }

    /// Returns the call in a message of a host's page.
    static func call(in message: [UInt8], on page: Link) -> Call? {
        guard let host = page.names?.first,
            case .single(let call) = RequestDecoder(.hostPage).decode(message, Permit(label: host))
        else { return nil }
        return call
    }

    /// Returns the link of a page's first message: `{"token":"…"}`, with `"stranger":true` to watch
    /// without a name.
    func link(in message: [UInt8]) throws(LinkError) -> Link {
        // The longest token, and the braces and members around it.
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

    /// Revokes every link of `asker` and closes the pages that these links opened.
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
                .linksNotWritten,
                ["path": "\(file.path)", "problem": "\(error)"]
            )
        }
        signer = changed
        let closed = sessions.endAll(of: asker.name)
        revoked(asker.name)
        logger.notice(
            "revoked links",
            metadata: ["by": "\(asker.name)", "closed": "\(closed)"]
        )
        return LinksRevoked(closed: closed)
    }
}
