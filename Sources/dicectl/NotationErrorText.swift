import DiceDrawing
import DiceNotation
import DiceWire

/// The text of notation errors, for people and for programs.
enum NotationErrorText {
    /// Returns the message, followed by the expression with carets under the mistake.
    static func message(_ error: NotationError, in text: String) -> String {
        ([error.message] + lines(error, in: text).map { "  " + $0 }).joined(
            separator: "\n"
        )
    }

    /// Returns the relevant part of the expression on one line, and a line of carets.
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

    private static func reason(of cause: Cause?) -> NotationError.Reason {
        switch cause {
        case .otherForm: .otherForm
        case .secretForm: .secretForm
        default: .bad
        }
    }

    /// Converts an error reported by the daemon.
    static func error(_ wire: WireError) -> NotationError {
        let offset = wire.data.offset ?? 0
        let length = wire.data.length ?? 0
        let end = offset.addingReportingOverflow(length)
        return NotationError(
            wire.data.values?.text("problem") ?? wire.message,
            at: offset..<max(offset, end.overflow ? .max : end.partialValue),
            expected: wire.data.expected ?? [],
            reason: reason(of: wire.cause)
        )
    }
}
