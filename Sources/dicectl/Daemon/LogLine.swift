import DiceDrawing
import DiceModel
import DiceWire
import Unix

/// A line of a daemon's log.
struct LogLine: Hashable {
    /// `nil` for a line that is not one of the daemon's records, such as the last words of a crash.
    var at: Timestamp?
    var level = "info"
    var message: String
    /// The message's fields, named as in the file: `table`, `client-pid`.
    var fields: [String: String] = [:]

    /// The levels, by their number in syslog(3).
    private static let levels = [
        "critical", "critical", "critical", "error", "warning", "notice", "info",
        "debug",
    ]

    /// Parses a line of a file: `2026-11-21T10:00:00Z info turn ended by=ann table=default`.
    init(file line: [UInt8]) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        let at = words.first.flatMap {
            Timestamp(String(decoding: $0.dropLast(), as: UTF8.self) + ".000Z")
        }
        guard words.count == 3, let at else {
            message = String(decoding: line, as: UTF8.self)
            return
        }
        self.at = at
        level = String(decoding: words[1], as: UTF8.self)
        var rest = words[2]
        var next = "~"
        // Fields are sorted by name; anything out of order belongs to the message.
        while let field = Self.lastField(of: rest), field.name < next {
            fields[field.name] = field.value
            rest = rest[..<field.start]
            next = field.name
        }
        message = OneLine.unescaped(String(decoding: rest, as: UTF8.self))
    }

    /// Returns the ` name=value` at the end; `nil` if there is none.
    private static func lastField(of line: ArraySlice<UInt8>) -> (
        name: String, value: String, start: Int
    )? {
        let equals = UInt8(ascii: "=")
        let quote = UInt8(ascii: "\"")
        let space = UInt8(ascii: " ")
        let isQuoted = line.last == quote
        // In a value a quote is escaped with a backslash.
        let sign =
            isQuoted
            ? line.indices.dropLast(2).last {
                line[$0] == equals && line[$0 + 1] == quote
            }
            : line.lastIndex(of: equals)
        guard let sign, let start = line[..<sign].lastIndex(of: space) else {
            return nil
        }
        let value = isQuoted ? line[(sign + 2)...].dropLast() : line[(sign + 1)...]
        let name = String(decoding: line[(start + 1)..<sign], as: UTF8.self)
        guard isQuoted || !value.contains(space),
            name.allSatisfy({ "a"..."z" ~= $0 || $0 == "-" })
        else { return nil }
        return (name, OneLine.unescaped(String(decoding: value, as: UTF8.self)), start)
    }

    /// Parses a line of `journalctl -o json`; `nil` if it is not a record.
    init?(journal line: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(parsing: line) else {
            return nil
        }
        var texts: [String: String] = [:]
        for case (let name, .string(let text)) in members.map({ ($0.name, $0.value) }) {
            texts[name] = text
        }
        message = texts["MESSAGE"] ?? "not text"
        at = texts["__REALTIME_TIMESTAMP"].flatMap { Int64($0) }.map {
            Timestamp(millisecondsSinceEpoch: $0 / 1_000)
        }
        if let number = texts["PRIORITY"].flatMap({ Int($0) }),
            Self.levels.indices.contains(number)
        {
            level = Self.levels[number]
        }
        for (name, value) in texts
        where name.hasPrefix("DICED_") && name != "DICED_LOGGER" {
            fields[
                name.dropFirst("DICED_".count).lowercased().replacing("_", with: "-")
            ] = value
        }
        // The reason for a warning is also in the message, for log readers that show only the
        // message.
        let isWarning = ["warning", "error", "critical"].contains(level)
        if isWarning,
            let reason = fields["reason"] ?? fields["error"] ?? fields["error-message"],
            !reason.isEmpty
        {
            let end = Array(": \(reason)".utf8)
            let text = Array(message.utf8)
            if text.suffix(end.count).elementsEqual(end) {
                message = String(decoding: text.dropLast(end.count), as: UTF8.self)
            }
        }
    }

    private var sorted: [(key: String, value: String)] {
        fields.sorted { $0.key < $1.key }
    }

    /// The line, with its time in local time.
    var text: String {
        let words = [
            at.map(WallClock.local.text),
            ["info", "debug", "trace"].contains(level) ? nil : level,
            at == nil ? message : OneLine.escaped(message),
        ]
        return
            (words.compactMap(\.self)
            + sorted.map { "\(OneLine.word($0))=\(OneLine.word($1))" })
            .joined(separator: " ")
    }

    var json: [UInt8] {
        JSONWriter.object { json in
            if let at {
                json.member("at", at)
            }
            json.member("level", level)
            json.member("message", message)
            json.member("fields") { json in
                for (name, value) in sorted {
                    json.member(named: name, value)
                }
            }
        }
    }
}
