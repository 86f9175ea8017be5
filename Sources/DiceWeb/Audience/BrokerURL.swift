import DiceModel
import DiceWire

/// The URL of a broker for the browsers of an audience: `wss://HOST`, optionally with a port and a
/// path.
package struct BrokerURL: Sendable, Hashable, CustomStringConvertible {
    /// The reason why a text is not a broker's URL, as a sentence for people.
    package struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The scheme, the host and the optional port, as a Content-Security-Policy needs them.
    let origin: String
    private let path: String

    package var description: String { origin + path }

    package init(parsing text: String) throws(Error) {
        guard let scheme = ["wss://", "ws://"].first(where: text.hasPrefix) else {
            throw Error(
                description:
                    "\"\(text)\" is not a WebSocket address; write wss://HOST or wss://HOST:PORT/PATH"
            )
        }
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard !rest[..<end].contains("@"),
            !rest[end...].contains(where: { "?#".contains($0) })
        else {
            throw Error(
                description:
                    "\"\(text)\" would be public; leave out the name, the password and everything after ? or #, "
                    + "and let the broker be read without them"
            )
        }
        guard !rest.hasPrefix("[") else {
            throw Error(
                description:
                    "browsers do not let the page connect to an address in brackets; give the broker a host name"
            )
        }
        guard let authority = Authority(parsing: rest[..<end]) else {
            throw Error(
                description:
                    "\"\(rest[..<end])\" is not a host; write wss://HOST or wss://HOST:PORT/PATH"
            )
        }
        guard rest[end...].utf8.count <= Self.longestPath,
            rest[end...].utf8.allSatisfy(Self.isOfPath)
        else {
            throw Error(
                description:
                    "\"\(rest[end...])\" is not a valid path; write characters other than letters, digits and "
                    + "-._~!$&'()*+,;=:@/ as %XX, and at most \(Self.longestPath) in all"
            )
        }
        origin = scheme + authority.host + (authority.port.map { ":\($0)" } ?? "")
        path = String(rest[end...])
    }

    private static let longestPath = 1_000

    private static func isOfPath(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~!$&'()*+,;=:@/%".utf8.contains(byte)
    }
}
