public import DiceModel

// The methods of diced-web's socket for links.

extension Method where Params == LinkParams, Result == LinkMade {
    public static var makeLink: Self {
        Self(
            "link.make",
            "Creates a link to the page.",
            result: "link",
            errors: [.notAllowed],
            examples: [LinkParams()]
        )
    }
}

extension Method where Params == EmptyObject, Result == LinksRevoked {
    public static var revokeLinks: Self {
        Self(
            "link.revoke",
            "Revokes all links created by the caller and closes the pages opened with them.",
            result: "revoked",
            errors: [.storageFailed]
        )
    }
}

extension Method where Params == OriginParams, Result == OriginOpened {
    public static var openOrigin: Self {
        Self(
            "origin.open",
            "Serves the page under another origin until this connection closes, and makes its links there.",
            result: "opened",
            isSafeToRepeat: true,
            examples: [OriginParams(), OriginParams(origin: Origin(parsing: "https://a.example"))]
        )
    }
}

extension MethodTable {
    /// The methods of diced-web's socket for links.
    public static let links = MethodTable(shared + [Method.openOrigin.any])
    /// The methods of that socket for a shared daemon.
    public static let sharedLinks = MethodTable(shared)

    private static let shared = [
        Method.hello.any, Method.ping.any, Method.makeLink.any, Method.revokeLinks.any,
    ]
}

/// The params of `origin.open`.
public struct OriginParams: Message, Hashable {
    /// The origin, which replaces an earlier one of the connection; `nil` to serve none yet.
    public var origin: Origin?

    public init(origin: Origin? = nil) {
        self.origin = origin
    }

    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field("origin", &origin, .any, "The origin; without one, only the port is returned.")
    }
}

/// The result of `origin.open`.
public struct OriginOpened: Message, Hashable {
    /// The TCP port of the page on this machine.
    public var port: Int

    public init(port: Int) {
        self.port = port
    }

    static var blank: Self { Self(port: 0) }

    mutating func visit(_ field: inout Fields) {
        field("port", &port, .number)
    }
}

/// The result of `link.make`.
public struct LinkMade: Message, Hashable {
    public var url: String
    public var expires: Timestamp
    /// The QR code of the address without the light border, one text per row, `1` for dark. `nil`
    /// if it was not requested, or if the address is too long.
    public var code: [String]?

    public init(url: String, expires: Timestamp, code: [String]? = nil) {
        self.url = url
        self.expires = expires
        self.code = code
    }

    static let component = "Link"
    static var blank: Self { Self(url: "", expires: .blank) }

    mutating func visit(_ field: inout Fields) {
        field("url", &url)
        field("expires", &expires)
        field(
            "code",
            &code,
            .bitmap,
            "The QR code of the address, one string per row, 1 for dark."
        )
    }
}

extension Form<[String]> {
    /// A square bitmap of dark and light modules.
    fileprivate static var bitmap: Self {
        Form(
            schema: .array(of: .string(.pattern("^[01]+$"))),
            isPossible: { rows in
                (1...177).contains(rows.count)
                    && rows.allSatisfy {
                        $0.utf8.count == rows.count
                            && $0.allSatisfy { $0 == "0" || $0 == "1" }
                    }
            }
        )
    }
}

/// The result of `link.revoke`.
public struct LinksRevoked: Message, Hashable {
    /// The number of pages that it closed.
    public var closed: Int

    public init(closed: Int) {
        self.closed = closed
    }

    static var blank: Self { Self(closed: 0) }

    mutating func visit(_ field: inout Fields) {
        field("closed", &closed, .count)
    }
}
