/// A line of authorized_keys(5), with the permissions of its key's holder.
struct AuthorizedKey: Hashable {
    enum Meaning: Hashable {
        /// `dicectl stdio`; `isRestricted` is true if `restrict` forbids everything else.
        case seat(SeatGrant, isRestricted: Bool)
        /// Permission to run only one program, which is not `dicectl stdio`.
        case command(String)
        /// Full access to the account; keys signed by this one; an invalid line.
        case login, authority, unreadable
    }

    let meaning: Meaning
    /// The key; `nil` if the line is not readable.
    let key: PublicKey?

    /// `nil` for a blank line and a comment.
    init?(parsing line: some StringProtocol) {
        let line = line.drop(while: PublicKey.isBlank)
        guard let first = line.first, first != "#" else { return nil }
        if let key = try? PublicKey(parsing: line) {
            meaning = .login
            self.key = key
        } else if let (options, rest) = Self.options(Substring(line)),
            let key = try? PublicKey(parsing: rest)
        {
            meaning = Self.meaning(options)
            self.key = meaning == .unreadable ? nil : key
        } else {
            meaning = .unreadable
            key = nil
        }
    }

    /// The options of sshd(8): those with a value, and those without.
    private static let valued: Set<String> = [
        "command", "environment", "expiry-time", "from", "permitlisten", "permitopen",
        "principals",
        "tunnel",
    ]
    private static let plain: Set<String> = [
        "agent-forwarding", "cert-authority", "no-agent-forwarding",
        "no-port-forwarding", "no-pty",
        "no-touch-required", "no-user-rc", "no-x11-forwarding", "port-forwarding",
        "pty",
        "restrict", "user-rc",
        "verify-required", "x11-forwarding",
    ]
    private static let widening = [
        "agent-forwarding", "port-forwarding", "pty", "tunnel", "user-rc",
        "x11-forwarding",
    ]

    private static func meaning(_ options: [(name: String, value: String?)]) -> Meaning {
        // sshd rejects such a line.
        guard
            options.allSatisfy({ ($0.value == nil ? plain : valued).contains($0.name) }
            ),
            options.count(where: { $0.name == "command" }) <= 1
        else { return .unreadable }
        if options.contains(where: { $0.name == "cert-authority" }) {
            return .authority
        }
        guard let command = options.first(where: { $0.name == "command" })?.value else {
            return .login
        }
        guard let seat = SeatGrant(command: command) else { return .command(command) }
        let names = options.map(\.name)
        return .seat(
            seat,
            isRestricted: names.contains("restrict")
                && !names.contains(where: widening.contains)
        )
    }

    /// Returns the options at the beginning of a line, with names in lower case, and the rest of
    /// the line. A value is quoted, and `\"` in it is a quote. Returns `nil` if the options do not
    /// end.
    static func options(_ line: Substring) -> (
        options: [(name: String, value: String?)], rest: Substring
    )? {
        var rest = line
        var options: [(name: String, value: String?)] = []
        while true {
            let name = rest.prefix {
                $0 != "," && $0 != "=" && $0 != "\"" && !PublicKey.isBlank($0)
            }
            guard !name.isEmpty else { return nil }
            rest = rest[name.endIndex...]
            let value = rest.first == "=" ? quoted(&rest) : nil
            options.append((name.lowercased(), value))
            guard let next = rest.popFirst() else { return nil }
            if PublicKey.isBlank(next) {
                return (options, rest.drop(while: PublicKey.isBlank))
            }
            guard next == "," else { return nil }
        }
    }

    /// Consumes the value after `="`, up to its quote. Returns `nil` and consumes everything if it
    /// has no closing quote.
    private static func quoted(_ rest: inout Substring) -> String? {
        guard rest.hasPrefix("=\"") else {
            rest = ""
            return nil
        }
        rest = rest.dropFirst(2)
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" {
                return value
            }
            if character == "\\", rest.first == "\"" {
                value.append("\"")
                rest = rest.dropFirst()
            } else {
                value.append(character)
            }
        }
        return nil
    }
}
