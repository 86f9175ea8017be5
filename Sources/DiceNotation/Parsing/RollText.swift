/// A roll as typed: an expression, and an optional remark after `#`.
public struct RollText: Sendable, Hashable {
    public var expression: String
    public var remark: String?
    /// The start of the expression in the text, in bytes of UTF-8.
    public var start: Int

    /// The maximum number of rolls in a saved roll.
    public static let maximum = 8

    /// Returns the rolls in a text, which are separated by `;`, in NFC.
    ///
    /// Throws `NotationError` if there are too many rolls or if one is too long. The expressions
    /// are not parsed. A stored remark is cut to the part that is a valid label.
    public static func all(of text: String, _ origin: TextOrigin = .typed)
        throws(NotationError)
        -> [RollText]
    {
        let bytes = Array(text.inNFC.utf8)
        var rolls: [RollText] = []
        var start = 0
        while true {
            let roll = try read(bytes, from: start, origin)
            rolls.append(roll.roll)
            guard roll.end < bytes.count else { break }
            start = roll.end + 1
        }
        guard rolls.count <= maximum else {
            throw NotationError(
                "a saved roll may have at most \(maximum) throws",
                at: 0..<bytes.count,
                expected: ["fewer throws"]
            )
        }
        return rolls
    }

    /// Reads the only roll of a text. Throws `NotationError` as `all` does, and if there are
    /// several.
    public init(_ text: String, _ origin: TextOrigin = .typed) throws(NotationError) {
        let rolls = try Self.all(of: text, origin)
        guard rolls.count == 1 else {
            let start =
                Array(text.inNFC.utf8)[..<rolls[1].start].lastIndex(
                    of: UInt8(ascii: ";")
                ) ?? 0
            throw NotationError(
                "only a saved roll can hold several throws separated by `;`; roll one at a time",
                at: start..<start + 1,
                expected: ["one expression"]
            )
        }
        self = rolls[0]
    }

    /// Returns the roll that begins at a position, and its end.
    private static func read(
        _ bytes: [UInt8],
        from start: Int,
        _ origin: TextOrigin
    ) throws(NotationError) -> (roll: RollText, end: Int) {
        var mark = Int?.none
        var end = start
        var depth = 0
        var isQuoted = false
        scan: while end < bytes.count {
            switch Unicode.Scalar(bytes[end]) {
            case ";" where mark != nil || depth <= 0 && !isQuoted: break scan
            case _ where mark != nil: break
            case "\\" where isQuoted: end += 1
            case "\"" where isQuoted || depth <= 0: isQuoted.toggle()
            case _ where isQuoted: break
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "#" where depth <= 0: mark = end
            default: break
            }
            end += 1
        }
        end = min(end, bytes.count)
        let place = trimmed(start..<(mark ?? end), of: bytes)
        let expression = String(decoding: bytes[place], as: UTF8.self)
        if origin == .typed, let excess = TextLimit.expression.excess(of: expression) {
            throw NotationError(excess, of: "an expression", at: place)
        }
        guard let mark else {
            return (RollText(expression: expression, start: place.lowerBound), end)
        }
        let remark = String(
            decoding: bytes[trimmed(mark + 1..<end, of: bytes)],
            as: UTF8.self
        )
        if origin == .stored {
            return (
                RollText(
                    expression: expression,
                    remark: LabelText.fitting(remark),
                    start: place.lowerBound
                ), end
            )
        }
        if let excess = TextLimit.label.excess(of: remark) {
            throw NotationError(excess, of: "a remark", at: mark..<end)
        }
        guard let label = LabelText.canonical(remark) else {
            throw NotationError(
                "a remark must be printable and begin and end with a visible character; try `1d20+6 # dex save`",
                at: mark..<end,
                expected: ["a remark"]
            )
        }
        return (
            RollText(expression: expression, remark: label, start: place.lowerBound),
            end
        )
    }

    /// Returns the range without the spaces at its ends.
    private static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
        let isText = { (byte: UInt8) in ![32, 9, 10, 13].contains(byte) }
        let first = bytes[range].firstIndex(where: isText) ?? range.lowerBound
        return first..<(bytes[range].lastIndex(where: isText).map { $0 + 1 } ?? first)
    }

    private init(expression: String, remark: String? = nil, start: Int) {
        self.expression = expression
        self.remark = remark
        self.start = start
    }
}
