public import DiceModel

// The methods of diced-web's socket for links.

extension Method where Params == LinkParams, Result == LinkMade {
    public static var makeLink: Self {
        Self("link.make", "Makes a link to the page.", result: "link", errors: [.notAllowed], examples: [LinkParams()])
    }
}

extension Method where Params == EmptyObject, Result == LinksRevoked {
    public static var revokeLinks: Self {
        Self(
            "link.revoke", "Makes every link of who asks void, and closes what they have opened.", result: "revoked",
            errors: [.storageFailed])
    }
}

extension MethodTable {
    /// The methods of diced-web's socket for links.
    public static let links = MethodTable([
        AnyMethod(.hello), AnyMethod(.ping), AnyMethod(.makeLink), AnyMethod(.revokeLinks),
    ])
}

/// The result of `link.make`.
public struct LinkMade: Message, Hashable {
    public var url: String
    public var expires: Timestamp

    public init(url: String, expires: Timestamp) {
        self.url = url
        self.expires = expires
    }

    static let members = Members(
        component: "Link", Self.init, Member("url", \.url), Member("expires", \.expires))
}

/// The result of `link.revoke`.
public struct LinksRevoked: Message, Hashable {
    /// How many pages it closed.
    public var closed: Int

    public init(closed: Int) {
        self.closed = closed
    }

    static let members = Members(component: "LinksRevoked", Self.init, Member("closed", \.closed, .count))
}
