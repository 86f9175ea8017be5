import DiceNotation
import DiceWire

/// An expression that cannot be read or rolled, as people and programs are told.
enum NotationErrorText {
    /// The sentence, and below it the expression with carets under what is wrong.
    static func message(_ error: NotationError, in text: String) -> String {
        ([error.message] + lines(error, in: text).map { "  " + $0 }).joined(
            separator: "\n"
        )
    }

    /// The expression on one line, as much of it as matters, and carets below it.
    static func lines(_ error: NotationError, in text: String, width: Int = 72)
        -> [String]
    {
        let bytes = Array(text.utf8)
        let start = min(error.place.lowerBound, bytes.count)
        let end = min(max(error.place.upperBound, start), bytes.count)
        func shown(_ range: Range<Int>) -> String {
            Printable.text(String(decoding: bytes[range], as: UTF8.self))
        }
        var before = shown(0..<start)
        let wrong = shown(start..<end)
        let room = max(8, width / 2)
        if DisplayWidth.of(before) > room {
            before = "..." + before.suffix(room - 3)
        }
        let line = String((before + wrong + shown(end..<bytes.count)).prefix(width))
        let carets = max(
            1,
            min(DisplayWidth.of(wrong), width - DisplayWidth.of(before))
        )
        return [
            line,
            String(repeating: " ", count: DisplayWidth.of(before))
                + String(repeating: "^", count: carets),
        ]
    }

    /// The error that the daemon reports.
    static func error(_ wire: WireError) -> NotationError {
        let offset = wire.data.offset ?? 0
        let length = wire.data.length ?? 0
        let end = offset.addingReportingOverflow(length)
        return NotationError(
            wire.message,
            at: offset..<max(offset, end.overflow ? .max : end.partialValue),
            expected: wire.data.expected ?? []
        )
    }
}
