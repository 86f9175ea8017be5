import DiceModel

/// The address of a broker: `mqtt[s]://[user@]host[:port]`.
package struct BrokerAddress: Sendable, Hashable {
    /// True if the connection is encrypted and the broker authenticates itself.
    package let isSecure: Bool
    /// The name or address, without brackets.
    package let host: String
    package let port: UInt16
    package let user: String?

    /// The reason why a text is not an address, as a sentence for people. It never repeats the
    /// text, which may contain a password.
    package enum Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        case form
        case port
        case password

        package var description: String {
            switch self {
            case .form:
                "the broker must be mqtt://HOST or mqtts://HOST, with optional USER@ before and :PORT after the host"
            case .port: "the port in --broker must be a number from 1 to 65535"
            case .password:
                "a password in --broker would be visible to every user of this machine; "
                    + "put it into a file of mode 0600 and name that with --password-file"
            }
        }
    }

    /// Parses an address. The default port is 1883, or 8883 for `mqtts`. The user name may be
    /// percent-encoded.
    package init(parsing text: String) throws(Error) {
        var rest: Substring
        if text.hasPrefix("mqtt://") {
            isSecure = false
            rest = text.dropFirst("mqtt://".count)
        } else if text.hasPrefix("mqtts://") {
            isSecure = true
            rest = text.dropFirst("mqtts://".count)
        } else {
            throw .form
        }
        if let at = rest.lastIndex(of: "@") {
            let name = rest[..<at]
            guard !name.contains(":") else { throw .password }
            guard let user = Self.decoded(name), !user.isEmpty else { throw .form }
            self.user = user
            rest = rest[rest.index(after: at)...]
        } else {
            user = nil
        }
        let port: Substring?
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { throw .form }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { throw .form }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else {
            let parts = rest.split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            host = String(parts[0])
            port = parts.count > 1 ? parts[1] : nil
        }
        guard (1...255).contains(host.utf8.count),
            host.utf8.allSatisfy({ $0.isLetterOrDigit || "-._:%".utf8.contains($0) })
        else { throw .form }
        guard let port else {
            self.port = isSecure ? 8883 : 1883
            return
        }
        guard port.utf8.allSatisfy(\.isDigit), let number = UInt16(port), number > 0
        else {
            throw .port
        }
        self.port = number
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes = [UInt8]()
        var rest = text.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16),
                    !digits.hasPrefix("+")
                else {
                    return nil
                }
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}

extension BrokerAddress: CustomStringConvertible {
    /// The address without the user.
    package var description: String {
        let scheme = isSecure ? "mqtts" : "mqtt"
        let host = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(host):\(port)"
    }
}
