import DiceModel

/// Another machine, written as `[user@]host[:port]` or `ssh://[user@]host[:port]`.
///
/// An IPv6 address with a port must be in brackets; one without a port may be.
public struct RemoteHost: Sendable, Hashable {
    /// The account there; `nil` for the default of ssh.
    public let user: String?
    /// A name or an address, without brackets.
    public let host: String
    /// The port, 1 to 65535; `nil` for the default of ssh.
    public let port: Int?
    /// The text that was parsed.
    public let text: String

    /// The reason why a text names no host, as a sentence for people that says what to do next.
    public struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        /// The sentence, without a full stop.
        public let description: String
    }

    /// Parses a text. Throws if it has another form; if the user or the host is empty, begins with
    /// `-`, or contains characters other than letters, digits and `. _ : % [ ] -`; or if the port
    /// is not a number from 1 to 65535.
    public init(parsing text: String) throws(Error) {
        self.text = text
        var rest = Substring(text)
        if rest.hasPrefix("ssh://") {
            rest = rest.dropFirst("ssh://".count)
        }
        if let at = rest.lastIndex(of: "@") {
            user = try Self.checked(rest[..<at], "user", text)
            rest = rest[rest.index(after: at)...]
        } else {
            user = nil
        }
        let (name, digits) = try Self.parts(rest, text)
        host = try Self.checked(name, "host", text)
        guard let digits else {
            port = nil
            return
        }
        guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits),
            (1...65_535).contains(number)
        else {
            throw Error(
                description:
                    "\"\(text)\" has no port from 1 to 65535 after its colon; write HOST:PORT"
            )
        }
        port = number
    }

    /// Returns the host without brackets, and the text after its colon.
    private static func parts(_ rest: Substring, _ text: String) throws(Error) -> (
        Substring, Substring?
    ) {
        guard rest.first == "[" else {
            let parts = rest.split(
                separator: ":",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            return parts.count == 2 ? (parts[0], parts[1]) : (rest, nil)
        }
        guard let end = rest.firstIndex(of: "]") else {
            throw Error(
                description:
                    "\"\(text)\" has no closing bracket; write [ADDRESS]:PORT"
            )
        }
        let name = rest[rest.index(after: rest.startIndex)..<end]
        let behind = rest[rest.index(after: end)...]
        if behind.isEmpty {
            return (name, nil)
        }
        guard behind.first == ":" else {
            throw Error(
                description:
                    "\"\(text)\" has characters after the bracket; write [ADDRESS]:PORT"
            )
        }
        return (name, behind.dropFirst())
    }

    private static func checked(_ part: Substring, _ what: String, _ text: String)
        throws(Error)
        -> String
    {
        let isPlain = part.utf8.allSatisfy {
            $0.isLetterOrDigit || "._:%[]-".utf8.contains($0)
        }
        guard isPlain, let first = part.first, first != "-" else {
            throw Error(
                description:
                    "\"\(text)\" does not contain a valid \(what); use only letters, digits and . _ : % [ ] -, "
                    + "and does not begin with -; write [USER@]HOST[:PORT]"
            )
        }
        return String(part)
    }
}

extension RemoteHost {
    /// `ssh [-p PORT] [USER@]HOST`, as a person types it.
    public var commandLine: String {
        "ssh " + (port.map { "-p \($0) " } ?? "")
            + ShellWord.quoted((user.map { $0 + "@" } ?? "") + host)
    }
}

extension RemoteHost: CustomStringConvertible {
    /// The text that was parsed.
    public var description: String { text }
}

/// A word of a POSIX shell's command line.
public enum ShellWord {
    /// Returns the word itself if no character in it is special to a shell, else the word in single
    /// quotes.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            $0.isLetterOrDigit || "._/:=@%+,-".utf8.contains($0)
        }
        return isPlain && !word.isEmpty
            ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    /// Returns the word in a form to type: on one line, in the quotes of bash(1) and zsh(1) if it
    /// has control characters.
    public static func typed(_ word: String) -> String {
        guard word.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return quoted(word)
        }
        let escaped = word.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": #"\n"#
            case "\t": #"\t"#
            case "'", "\\": #"\"# + String(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                #"\x"# + (scalar.value < 16 ? "0" : "")
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "$'" + escaped.joined() + "'"
    }
}
