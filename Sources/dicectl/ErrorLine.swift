import DiceClient
import DiceNotation
import DiceWire

/// What went wrong, as one line of JSON: the daemon's error object, or an object of that form for errors of dicectl.
enum ErrorLine {
    /// Nil for a quiet end.
    static func object(_ failure: CommandError, in context: CommandContext = CommandContext()) -> WireError? {
        if case .client(.refused(let error)) = failure { return error }
        if case .notation(let error, _) = failure { return WireError(error) }
        guard let message = failure.message(in: context) else { return nil }
        return own(failure.reason, message, status: failure.status)
    }

    /// The code is the exit status, or 0 instead of 1, which is the code of an error of the daemon.
    static func own(_ reason: String, _ message: String, status: Int32) -> WireError {
        WireError(code: status == 1 ? 0 : Int(status), message: message, reason: reason)
    }
}

extension CommandError {
    /// The word by which programs tell it from others.
    var reason: String {
        switch self {
        case .client(.refused(let error)): error.data.reason
        case .client(.noDaemon): "noDaemon"
        case .client(.unreachable): "unreachable"
        case .client(.lost): "connectionLost"
        case .client(.timedOut): "noAnswer"
        case .client(.garbled): "otherProtocol"
        case .interrupted, .terminated: "interrupted"
        case .outputClosed, .outputFailed: "outputFailed"
        case .declined, .program: "declined"
        case .usage: "usage"
        case .unverified: "verificationFailed"
        case .notation(let error, _): WireError(error).data.reason
        }
    }
}

/// An expression that cannot be read or rolled, as people and programs are told.
enum NotationErrorText {
    /// The sentence, and below it the expression with carets under what is wrong.
    static func message(_ error: NotationError, in text: String) -> String {
        ([error.message] + lines(error, in: text).map { "  " + $0 }).joined(separator: "\n")
    }

    /// The expression on one line, as much of it as matters, and carets below it.
    static func lines(_ error: NotationError, in text: String, width: Int = 72) -> [String] {
        let bytes = Array(text.utf8)
        let start = min(error.place.lowerBound, bytes.count)
        let end = min(max(error.place.upperBound, start), bytes.count)
        func shown(_ range: Range<Int>) -> String { Printable.text(String(decoding: bytes[range], as: UTF8.self)) }
        var before = shown(0..<start)
        let wrong = shown(start..<end)
        let room = max(8, width / 2)
        if DisplayWidth.of(before) > room { before = "..." + before.suffix(room - 3) }
        let line = String((before + wrong + shown(end..<bytes.count)).prefix(width))
        let carets = max(1, min(DisplayWidth.of(wrong), width - DisplayWidth.of(before)))
        return [line, String(repeating: " ", count: DisplayWidth.of(before)) + String(repeating: "^", count: carets)]
    }

    /// The error that the daemon reports.
    static func error(_ wire: WireError) -> NotationError {
        let (offset, length) = (wire.data.offset ?? 0, wire.data.length ?? 0)
        let end = offset.addingReportingOverflow(length)
        return NotationError(
            wire.message, at: offset..<max(offset, end.overflow ? .max : end.partialValue),
            expected: wire.data.expected ?? [])
    }
}
