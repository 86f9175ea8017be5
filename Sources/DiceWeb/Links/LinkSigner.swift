package import DiceModel
import FoundationEssentials
import Hashing

/// Makes and verifies tokens: the payload and its HMAC-SHA256, both in base64url, separated by a
/// dot.
package struct LinkSigner {
    let key: [UInt8]
    /// The number of times each maker has revoked their links; absent for 0.
    package var revocations: [String: Int]

    /// The maximum number of bytes in a token.
    static let longestToken = 4_096

    package init(key: [UInt8], revocations: [String: Int] = [:]) {
        self.key = key
        self.revocations = revocations
    }

    func generation(of maker: String) -> Int {
        revocations[maker] ?? 0
    }

    package func token(for link: Link) -> String {
        let payload = Base64URL.text(link.payload)
        let code = signer(link.maker, link.generation).code(
            of: Self.signedText(payload.utf8)
        )
        return payload + "." + Base64URL.text(code)
    }

    /// Returns the link of a token. The time it takes reveals nothing about the right signature.
    package func link(of token: some Collection<UInt8>, at now: Timestamp)
        throws(LinkError) -> Link
    {
        guard token.count <= Self.longestToken,
            let dot = token.firstIndex(of: UInt8(ascii: ".")),
            let link = Base64URL.bytes(token[..<dot]).flatMap(Link.init(payload:)),
            let signature = Base64URL.bytes(token[token.index(after: dot)...])
        else { throw .tokenInvalid }
        guard
            signer(link.maker, link.generation).isCode(
                signature,
                of: Self.signedText(token[..<dot])
            )
        else {
            throw .tokenInvalid
        }
        guard link.generation == generation(of: link.maker) else { throw .tokenRevoked }
        guard link.expires > now else { throw .tokenExpired }
        return link
    }

    private static func signedText(_ payload: some Sequence<UInt8>) -> [UInt8] {
        Array("diced-web/1 link ".utf8) + payload
    }

    /// Returns the signer of a maker. Each maker has a separate key, and a new one after each
    /// revocation.
    private func signer(_ maker: String, _ generation: Int) -> HMACSHA256 {
        HMACSHA256(
            key: HMACSHA256(key: key).code(
                of: Array("diced-web/1 key \(generation) \(maker)".utf8)
            )
        )
    }
}

extension Timestamp {
    static func > (a: Timestamp, b: Timestamp) -> Bool {
        a.millisecondsSinceEpoch > b.millisecondsSinceEpoch
    }
}

/// The reason why a link is not valid.
package enum LinkError: String, Error {
    case tokenInvalid, tokenExpired, tokenRevoked

    /// The message, which says what to do next.
    var message: String {
        switch self {
        case .tokenInvalid:
            "this link is incomplete or for another page; ask the person who sent it for a new one"
        case .tokenExpired:
            "this link has expired; ask the person who sent it for a new one"
        case .tokenRevoked:
            "this link was revoked; ask the person who sent it for a new one"
        }
    }
}

/// Bytes as URL-safe text: base64url without padding (RFC 4648, 5).
package enum Base64URL {
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing(
            "/",
            with: "_"
        ).filter { $0 != "=" }
    }

    /// Decodes a text; `nil` for anything that `text` does not produce.
    package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        let url = String(decoding: text, as: UTF8.self)
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        let base64 = url.replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let bytes = Data(base64Encoded: base64),
            Self.text(bytes).utf8.elementsEqual(text)
        else { return nil }
        return Array(bytes)
    }
}
