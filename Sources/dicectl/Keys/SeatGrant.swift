import DiceModel
import DiceWire

/// A seat, which defines what `dicectl stdio` lets the key's holder do.
struct SeatGrant: Hashable {
    /// The names to play under; `nil` for the account that the key logs in to.
    var players: SeatNames?
    /// The tables; empty for all.
    var tables: [TableName] = []
    var watchesOnly = false
    /// True for the machine's shared daemon.
    var isShared = false

    /// The names allowed by this rule need no quotes in a shell command.
    static let nameRule =
        "a seat's name has 1 to 64 letters, digits, dots, underscores and hyphens, and does not begin with a hyphen"

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.first != "-"
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }

    /// The command that sshd runs.
    var command: String {
        var words = ["dicectl", "stdio"] + (isShared ? ["--shared"] : [])
        words += (players?.all ?? []).flatMap { ["--as", $0] }
        words += tables.flatMap { ["--only", $0.description] }
        if watchesOnly {
            words.append("--watch-only")
        }
        return words.joined(separator: " ")
    }

    /// The line of authorized_keys(5).
    func line(for key: PublicKey) -> String {
        let comment = key.comment.isEmpty ? "" : " " + key.comment
        return "restrict,command=\"\(command)\" \(key.type) \(key.base64)\(comment)"
    }
}

extension SeatGrant {
    /// Parses a `dicectl stdio` command; returns `nil` for any other command.
    init?(command: String) {
        var words = command.split(separator: " ")[...]
        guard words.popFirst() == "dicectl", words.popFirst() == "stdio" else {
            return nil
        }
        var names: [String] = []
        while let word = words.popFirst() {
            switch word {
            case "--shared": isShared = true
            case "--watch-only": watchesOnly = true
            case "--as":
                guard let name = words.popFirst().map(String.init), Self.isName(name)
                else {
                    return nil
                }
                names.append(name)
            case "--only":
                guard let table = words.popFirst().flatMap({ TableName(String($0)) })
                else {
                    return nil
                }
                tables.append(table)
            default: return nil
            }
        }
        players = SeatNames(names)
        guard players?.isPossible != false else { return nil }
    }
}
