import DiceModel
import DiceWire
import Logging

/// Makes links, knows them again and takes them back. Of one event loop.
final class LinkIssuer {
    /// Who asks for links, by what the kernel says of them.
    struct Asker: Hashable {
        /// The login name.
        var name: String
        /// Whether a link may be for another name.
        var mayNameOthers: Bool
    }

    private var signer: LinkSigner
    private let file: LinkKeyFile
    private let base: Origin
    private let sessions: Sessions
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// When the last link ends of those that this process has made.
    private(set) var lastExpiry: Timestamp?

    init(
        file: LinkKeyFile, signer: LinkSigner, base: Origin, sessions: Sessions,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        (self.signer, self.file, self.base, self.sessions, self.now) = (signer, file, base, sessions, now)
        self.logger = logger
    }

    func make(_ params: LinkParams, for asker: Asker) throws(WireError) -> LinkMade {
        // Who only watches is told no secret throw of the maker.
        let player = params.as ?? (params.role == .watch ? nil : asker.name)
        guard asker.mayNameOthers || player == nil || player == asker.name else {
            throw WireError(.notAllowed, "you are \(asker.name) here, and nobody else; leave the other name out")
        }
        let expires = Timestamp(millisecondsSinceEpoch: now().millisecondsSinceEpoch + Int64(params.seconds) * 1_000)
        let link = Link(
            maker: asker.name, generation: signer.generation(of: asker.name), player: player, tables: params.tables,
            role: params.role, expires: expires)
        let payload = link.payload
        guard payload.count <= Link.longestPayload else {
            throw WireError.limit(.link, Link.longestPayload, "the link would be too long; name fewer tables")
        }
        if lastExpiry.map({ expires > $0 }) ?? true { lastExpiry = expires }
        sessions.changed()
        let throwing = params.throwsFor.map { "?total&throws=\($0)" } ?? ""
        let path = params.overlay ? "/overlay" + throwing : "/"
        logger.info(
            "made a link", metadata: ["by": "\(asker.name)", "as": "\(player ?? "")", "role": "\(params.role)"])
        return LinkMade(url: "\(base)\(path)#\(signer.token(for: link))", expires: expires)
    }

    /// The link of a page's first message: `{"token":"…"}`, with `"stranger":true` for one that only watches, and as nobody.
    func link(in message: [UInt8]) throws(LinkError) -> Link {
        // What a token can need, with the braces around it.
        guard message.count <= LinkSigner.longestToken + 64,
            let json = try? JSONValue(parsing: message), let token: String = try? json.member("token")
        else { throw .tokenInvalid }
        var link = try signer.link(of: Array(token.utf8), at: now())
        let isStranger: Bool? = try? json.member(ifPresent: "stranger")
        if isStranger == true { (link.isStranger, link.role) = (true, .watch) }
        return link
    }

    /// Makes every link of `asker` void and closes the pages that they have opened.
    func revokeAll(of asker: Asker) throws(WireError) -> LinksRevoked {
        var changed = signer
        changed.revocations[asker.name, default: 0] += 1
        do {
            try file.write(changed)
        } catch {
            logger.error("cannot write the key file", metadata: ["path": "\(file.path)", "error": "\(error)"])
            throw WireError(.storageFailed, "\(file.path) cannot be written: \(error); the links are as they were")
        }
        signer = changed
        let closed = sessions.endAll(of: asker.name)
        logger.notice("revoked links", metadata: ["by": "\(asker.name)", "closed": "\(closed)"])
        return LinksRevoked(closed: closed)
    }
}
