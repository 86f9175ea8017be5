package import DiceModel
internal import Hashing

/// Makes tokens, and knows its own: the payload and its HMAC-SHA256, both in base64url, with a dot between.
package struct LinkSigner {
    let key: [UInt8]
    /// How often each maker has revoked their links; 0 for a maker who is not here.
    package var revocations: [String: Int]

    /// Bytes of the longest token.
    static let longestToken = 4_096

    package init(key: [UInt8], revocations: [String: Int] = [:]) {
        self.key = key
        self.revocations = revocations
    }

    func generation(of maker: String) -> Int { revocations[maker] ?? 0 }

    package func token(for link: Link) -> String {
        let payload = Base64URL.text(link.payload)
        let code = signer(link.maker, link.generation).code(of: Self.signedText(payload.utf8))
        return payload + "." + Base64URL.text(code)
    }

    /// The link of a token. The time that it takes tells nothing of the right signature.
    package func link(of token: some Collection<UInt8>, at now: Timestamp) throws(LinkError) -> Link {
        guard token.count <= Self.longestToken, let dot = token.firstIndex(of: UInt8(ascii: ".")),
            let link = Base64URL.bytes(token[..<dot]).flatMap(Link.init(payload:)),
            let signature = Base64URL.bytes(token[token.index(after: dot)...])
        else { throw .tokenInvalid }
        guard signer(link.maker, link.generation).isCode(signature, of: Self.signedText(token[..<dot])) else {
            throw .tokenInvalid
        }
        guard link.generation == generation(of: link.maker) else { throw .tokenRevoked }
        guard link.expires > now else { throw .tokenExpired }
        return link
    }

    private static func signedText(_ payload: some Sequence<UInt8>) -> [UInt8] {
        Array("diced-web/1 link ".utf8) + payload
    }

    /// Each maker has a key of their own, another one after each revocation.
    private func signer(_ maker: String, _ generation: Int) -> HMACSHA256 {
        HMACSHA256(key: HMACSHA256(key: key).code(of: Array("diced-web/1 key \(generation) \(maker)".utf8)))
    }
}

extension Timestamp {
    static func > (a: Timestamp, b: Timestamp) -> Bool { a.millisecondsSinceEpoch > b.millisecondsSinceEpoch }
}

/// Why a link opens nothing.
package enum LinkError: String, Error {
    case tokenInvalid, tokenExpired, tokenRevoked

    /// What to do next.
    var message: String {
        switch self {
        case .tokenInvalid: "this link is not whole, or not of this page; ask the person who sent it for another one"
        case .tokenExpired: "this link has expired; ask the person who sent it for another one"
        case .tokenRevoked: "this link was taken back; ask the person who sent it for another one"
        }
    }
}

/// Bytes as text that stands in an address as it is: base64url without padding (RFC 4648, 5).
package enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for anything that `text` does not write.
    package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for digit in text {
            guard let value = value(digit) else { return nil }
            (bits, count) = (bits << 6 | value, count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // A digit too many, or bits that no byte has.
        guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
