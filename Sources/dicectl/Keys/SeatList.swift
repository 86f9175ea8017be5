internal import DiceModel
internal import DiceWire

/// What the lines of a file of authorized_keys(5) let their holders do.
struct SeatList {
    let lines: [(number: Int, key: AuthorizedKey)]

    init(_ lines: [Substring]) {
        self.lines = lines.enumerated().compactMap { index, line in
            AuthorizedKey(parsing: line).map { (index + 1, $0) }
        }
    }

    static let header = ["LINE", "WHO", "TABLES", "MAY", "KEY", "COMMENT"]

    /// Number of the line, who, tables, what, type of the key, comment.
    var rows: [[String]] {
        lines.map { number, line in
            [String(number)] + Self.words(line.meaning)
                + [line.key?.type ?? "-", line.key.map { $0.comment.isEmpty ? "-" : $0.comment } ?? "-"]
        }
    }

    private static func words(_ meaning: AuthorizedKey.Meaning) -> [String] {
        switch meaning {
        case .seat(let seat, let isRestricted):
            let tables = seat.tables.map(\.description).joined(separator: ",")
            return [
                seat.player ?? "the account", tables.isEmpty ? "all" : tables,
                (seat.watchesOnly ? "watch" : "play") + (seat.isShared ? ", shared daemon" : "")
                    + (isRestricted ? "" : ", without restrict"),
            ]
        case .command(let command): return ["another command", "-", Printable.text(command)]
        case .login: return ["a full login", "-", "everything"]
        case .authority: return ["an authority for keys", "-", "-"]
        case .unreadable: return ["not readable", "-", "-"]
        }
    }

    /// One object.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("lines", lines.map { Line(number: $0.number, key: $0.key) })
        }
        return json.bytes
    }

    private struct Line: JSONWritable {
        let number: Int
        let key: AuthorizedKey

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("line", number)
                switch key.meaning {
                case .seat(let seat, let isRestricted):
                    json.member("kind", "seat")
                    if let player = seat.player { json.member("as", player) }
                    if !seat.tables.isEmpty { json.member("tables", seat.tables.map(\.description)) }
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
                if let key = key.key {
                    json.member("key", key.type)
                    json.member("comment", key.comment)
                }
            }
        }
    }
}
