import DiceModel
import DiceWeb
import DiceWire
import NIOCore

/// Properties of text that browsers and clients of the link socket send to diced-web.
public enum LinkProperties {
    private static let signer = LinkSigner(key: Array(repeating: 7, count: 32))
    private static let now = Timestamp(millisecondsSinceEpoch: 0)

    /// - Parameter input: The kind of text, then the text.
    public static func check(_ input: [UInt8]) throws(Violation) {
        guard let kind = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch kind % 4 {
        case 0: try checkToken(bytes)
        case 1: try checkPayload(bytes)
        case 2: try checkNames(String(decoding: bytes, as: UTF8.self))
        default: try checkCall(bytes)
        }
    }

    /// An accepted token is one that we created.
    private static func checkToken(_ bytes: [UInt8]) throws(Violation) {
        if let link = try? signer.link(of: bytes, at: now) {
            try require(
                Array(signer.token(for: link).utf8) == bytes,
                "a token is taken that we have not made: \(bytes)"
            )
        }
        if let decoded = Base64URL.bytes(bytes) {
            try require(
                Array(Base64URL.text(decoded).utf8) == bytes,
                "two texts stand for the same bytes: \(bytes)"
            )
        }
        try require(
            Base64URL.bytes(Array(Base64URL.text(bytes).utf8)) == bytes,
            "bytes do not come back: \(bytes)"
        )
    }

    /// A decoded payload is encoded to the same meaning, and a token with it decodes to exactly
    /// that payload.
    private static func checkPayload(_ bytes: [UInt8]) throws(Violation) {
        guard let link = Link(payload: bytes) else { return }
        let isForSomebody = link.names?.isPossible ?? (link.role == .watch)
        try require(isForSomebody, "a link is for \(link.names?.text ?? "nobody")")
        let written = link.payload
        // Escapes may be longer than the characters that they encode.
        guard written.count <= 3_000 else { return }
        try require(
            Link(payload: written) == link,
            "a link is read otherwise than it is written: \(link)"
        )
        guard link.generation == 0, link.expires.millisecondsSinceEpoch > 0 else {
            return
        }
        let opened = try? signer.link(of: Array(signer.token(for: link).utf8), at: now)
        try require(
            opened == link,
            "a token opens \(String(describing: opened)) instead of \(link)"
        )
    }

    /// Every accepted name is one of these, ignoring case.
    private static let hosts: Set = [
        "127.0.0.1:7447", "localhost:7447", "dice.example.org", "dice.example.org:443",
    ]
    private static let pages: Set = [
        "http://127.0.0.1:7447", "http://localhost:7447", "https://dice.example.org",
        "https://dice.example.org:443",
    ]

    private static func checkNames(_ text: String) throws(Violation) {
        guard let bound = try? SocketAddress(ipAddress: "127.0.0.1", port: 7_447),
            let origins = Origins(
                bound: bound,
                publicURL: Origin(parsing: "https://dice.example.org")
            )
        else { throw Violation("there are no origins") }
        try require(
            origins.admit(hosts: [text]) == hosts.contains(lowercased(text)),
            "the host \(text.debugDescription)"
        )
        if origins.admit(origins: [text]) {
            try require(
                pages.contains(lowercased(text)),
                "the origin \(text.debugDescription)"
            )
        }
        if let origin = Origin(parsing: text) {
            try require(
                Origin(parsing: origin.description) == origin,
                "\(origin) is not read as it is written"
            )
        }
    }

    /// Lower-cases ASCII letters only, so that no other letter can become one of these.
    private static func lowercased(_ text: String) -> String {
        String(
            decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self
        )
    }

    private static func checkCall(_ bytes: [UInt8]) throws(Violation) {
        guard
            case .single(let call) = RequestDecoder(.links).decode(
                bytes,
                Permit(label: "ann")
            )
        else { return }
        switch call.request {
        case .success(let request):
            guard let params = request.params as? LinkParams else { return }
            try require(
                params.seconds.map((60...31_536_000).contains) ?? true,
                "a link for \(params.seconds ?? 0) s"
            )
            try require(
                params.tables.map { (1...32).contains($0.count) } ?? true,
                "a link to no table, or too many"
            )
            try require(params.as?.isPossible ?? true, "a link for an unprintable name")
        case .failure(let error):
            try require(
                !error.message.isEmpty && error.known != nil,
                "an error says nothing"
            )
        }
    }
}
