/// A roll as it is typed: an expression, and behind a `#` what it is for.
public struct RollText: Sendable, Hashable {
    public var expression: String
    public var remark: String?
    /// Where the expression begins in the text, in bytes of UTF-8.
    public var start: Int

    /// How many rolls a saved one may be.
    public static let most = 8

    /// The rolls of a text, with a `;` between each two.
    ///
    /// Throws `NotationError` if the text is too long, if they are too many, or for a remark that is too long. The expressions are not read.
    public static func all(of text: String) throws(NotationError) -> [RollText] {
        try Expression.checkLength(of: text)
        let bytes = Array(text.utf8)
        var rolls: [RollText] = []
        var start = 0
        while true {
            let roll = try read(bytes, from: start)
            rolls.append(roll.roll)
            guard roll.end < bytes.count else { break }
            start = roll.end + 1
        }
        guard rolls.count <= most else {
            throw NotationError(
                "a saved roll is at most \(most) throws", at: 0..<bytes.count, expected: ["fewer throws"])
        }
        return rolls
    }

    /// The only roll of a text. Throws `NotationError` as `all` does, and if there are several.
    public init(_ text: String) throws(NotationError) {
        let rolls = try Self.all(of: text)
        guard rolls.count == 1 else {
            let start = Array(text.utf8)[..<rolls[1].start].lastIndex(of: UInt8(ascii: ";")) ?? 0
            throw NotationError(
                "`;` stands between the throws of a saved roll; here one is rolled at a time", at: start..<start + 1,
                expected: ["one expression"])
        }
        self = rolls[0]
    }

    /// The roll that begins there, and where it ends.
    private static func read(_ bytes: [UInt8], from start: Int) throws(NotationError) -> (roll: RollText, end: Int) {
        var (mark, end, depth) = (Int?.none, start, 0)
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
        guard let mark else { return (RollText(expression: expression, start: place.lowerBound), end) }
        let remark = String(decoding: bytes[trimmed(mark + 1..<end, of: bytes)], as: UTF8.self)
        guard NotationLimits.word.contains(remark.count),
            remark.allSatisfy({ $0.unicodeScalars.allSatisfy(Parser.isPrintable) })
        else {
            throw NotationError(
                "a remark has 1 to \(NotationLimits.word.upperBound) printable characters: `1d20+6 # dex save`",
                at: mark..<end, expected: ["a remark"])
        }
        return (RollText(expression: expression, remark: remark, start: place.lowerBound), end)
    }

    /// The part of a range without the spaces at its ends.
    private static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
        let isText = { (byte: UInt8) in ![32, 9, 10, 13].contains(byte) }
        let first = bytes[range].firstIndex(where: isText) ?? range.lowerBound
        return first..<(bytes[range].lastIndex(where: isText).map { $0 + 1 } ?? first)
    }

    private init(expression: String, remark: String? = nil, start: Int) {
        (self.expression, self.remark, self.start) = (expression, remark, start)
    }
}
