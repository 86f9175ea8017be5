import DiceModel

/// A host and an optional port, as in the header `Host`.
public struct Authority: Sendable, Hashable {
    /// The name or address, in lower case; an IPv6 address is in brackets.
    public let host: String
    /// The port, 1 to 65535; `nil` if it is omitted.
    public let port: Int?

    public init(host: String, port: Int?) {
        self.host = host
        self.port = port
    }

    /// Parses a text; `nil` for anything else, including user names, spaces, characters that hosts
    /// cannot contain, and ports with a leading zero.
    public init?(parsing text: some StringProtocol) {
        guard (1...260).contains(text.utf8.count) else { return nil }
        let host: String
        var rest: Substring.UTF8View
        let bytes = Substring(text).utf8
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = bytes[bytes.index(after: bytes.startIndex)..<end]
            guard !address.isEmpty,
                address.allSatisfy("0123456789ABCDEFabcdef:.".utf8.contains)
            else { return nil }
            host = Substring(bytes[...end]).lowercased()
            rest = bytes[bytes.index(after: end)...]
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end > bytes.startIndex,
                bytes[..<end].allSatisfy({
                    $0.isLetterOrDigit || ".-".utf8.contains($0)
                })
            else { return nil }
            host = Substring(bytes[..<end]).lowercased()
            rest = bytes[end...]
        }
        guard let separator = rest.popFirst() else {
            self.init(host: host, port: nil)
            return
        }
        guard separator == UInt8(ascii: ":"), (1...5).contains(rest.count),
            rest.allSatisfy(\.isDigit),
            rest.first != UInt8(ascii: "0"), let port = Int(Substring(rest)),
            port <= 65_535
        else { return nil }
        self.init(host: host, port: port)
    }
}
