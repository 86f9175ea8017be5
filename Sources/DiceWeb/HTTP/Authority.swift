import DiceModel

/// A host and perhaps a port, as the header `Host` has them.
package struct Authority: Sendable, Hashable {
    /// A name or an address, in lower case; one of IPv6 in brackets.
    package let host: String
    /// 1 to 65535; nil if it is left out.
    package let port: Int?

    init(host: String, port: Int?) {
        self.host = host
        self.port = port
    }

    /// Nil for anything else: user names, blanks, characters that are in no host, ports with a
    /// leading zero.
    package init?(parsing text: some StringProtocol) {
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
