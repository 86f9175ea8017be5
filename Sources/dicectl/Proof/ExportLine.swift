internal import DiceModel
internal import DiceWire

/// A line of an export.
enum ExportLine {
    /// The entry that stands there; nil where none does.
    static func entry(_ line: [UInt8]) -> HistoryEntry? {
        var scanner = TurnScanner(line)
        if let turn = scanner.turn() { return .turn(turn) }
        // As the result of a reply, which is what reads entries, and nothing else beside it.
        let reply = Array(#"{"id":1,"result":"#.utf8) + line + [UInt8(ascii: "}")]
        guard let read = ServerLine(reply), read.kind == .reply(.integer(1), nil), let result = read.resultBytes,
            result.count == line.trimmedCount, let entry = try? read.result(as: HistoryEntry.self)
        else { return nil }
        return entry
    }
}

extension [UInt8] {
    /// How many bytes it has without white space of JSON around it.
    fileprivate var trimmedCount: Int {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        return count - prefix(while: isSpace).count - reversed().prefix(while: isSpace).count
    }
}
