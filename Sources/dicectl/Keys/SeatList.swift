import DiceDrawing
import DiceModel
import DiceWire

/// The keys in an authorized_keys(5) file, with their permissions.
struct SeatList {
    let lines: [(number: Int, key: AuthorizedKey)]

    init(_ lines: [Substring]) {
        self.lines = lines.enumerated().compactMap { index, line in
            AuthorizedKey(parsing: line).map { (index + 1, $0) }
        }
    }

    static let header = ["LINE", "WHO", "TABLES", "MAY", "KEY", "COMMENT"]

    var rows: [[String]] {
        lines.map { number, line in
            [String(number)] + Self.optionTexts(line.meaning)
                + [
                    line.key?.type ?? "-",
                    line.key.map { $0.comment.isEmpty ? "-" : $0.comment } ?? "-",
                ]
        }
    }

    private static func optionTexts(_ meaning: AuthorizedKey.Meaning) -> [String] {
        switch meaning {
        case .seat(let seat, let isRestricted):
            let tables = seat.tables.map(\.description).joined(separator: ",")
            let role = seat.watchesOnly ? "watch" : "play"
            let daemon = seat.isShared ? ", shared daemon" : ""
            let restriction = isRestricted ? "" : ", without restrict"
            return [
                seat.players?.text ?? "the account",
                tables.isEmpty ? "all" : tables,
                role + daemon + restriction,
            ]
        case .command(let command):
            return ["another command", "-", Printable.text(command)]
        case .login: return ["a full login", "-", "everything"]
        case .authority: return ["a certificate authority", "-", "-"]
        case .unreadable: return ["unreadable", "-", "-"]
        }
    }

    var json: [UInt8] {
        JSONWriter.object { $0.member("lines", objects: lines, members: Self.write) }
    }

    private static func write(
        _ line: (number: Int, key: AuthorizedKey),
        to json: inout JSONWriter
    ) {
        json.member("line", line.number)
        switch line.key.meaning {
        case .seat(let seat, let isRestricted):
            json.member("kind", "seat")
            if let players = seat.players {
                json.member("as", players)
            }
            if !seat.tables.isEmpty {
                json.member("tables", seat.tables.map(\.description))
            }
            json.member("role", seat.watchesOnly ? "watch" : "play")
            json.member("shared", seat.isShared)
            json.member("restricted", isRestricted)
        case .command(let command):
            json.member("kind", "command")
            json.member("command", command)
        case .login: json.member("kind", "login")
        case .authority: json.member("kind", "authority")
        case .unreadable: json.member("kind", "unreadable")
        }
        if let key = line.key.key {
            json.member("key", key.type)
            json.member("comment", key.comment)
        }
    }
}
