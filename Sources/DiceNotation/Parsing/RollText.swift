/// A roll as typed: an expression, and an optional remark after `#`.
public struct RollText: Sendable, Hashable {
    public let remark: String?
    /// The text of the expression, with its indices in the whole text.
    let bytes: ArraySlice<UInt8>
    let origin: TextOrigin
    /// The expression in which no word is the name of a saved roll.
    private let plain: Result<WrittenExpression, NotationError>
    /// True if the expression is invalid, but has a word that may be the name of a saved roll.
    private let isNamed: Bool

    /// The maximum number of rolls in a saved roll.
    public static let maximum = 8

    public var expression: String { text(place) }
    /// The position of the expression in the whole text, in bytes of UTF-8.
    public var place: Range<Int> { bytes.indices }

    /// Returns the rolls in a text, which are separated by `;`, in NFC. Positions in a roll and in
    /// its errors are positions in the whole text.
    ///
    /// Throws `NotationError` if there are too many rolls or if one is too long. The expressions
    /// may be invalid. A stored remark is cut to the part that is a valid label.
    public static func all(of text: String, _ origin: TextOrigin = .typed)
        throws(NotationError)
        -> [RollText]
    {
        let bytes = Array(read(text, origin).utf8)
        let rolls = try split(bytes, origin)
        guard rolls.count <= maximum else {
            throw NotationError(
                "a saved roll may have at most \(maximum) throws",
                at: 0..<bytes.count,
                expected: ["fewer throws"]
            )
        }
        return rolls.map { RollText(bytes[$0.place], remark: $0.remark, origin) }
    }

    /// Reads the only roll of a text. Throws `NotationError` as `all` does, and if there are
    /// several.
    public init(_ text: String, _ origin: TextOrigin = .typed) throws(NotationError) {
        let rolls = try Self.all(of: text, origin)
        guard rolls.count == 1 else {
            let start =
                Array(Self.read(text, origin).utf8)[..<rolls[1].place.lowerBound].lastIndex(
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

    /// An expression without a remark.
    public init(expression: String, _ origin: TextOrigin = .typed) {
        let text = origin == .typed ? expression.withPlainForms : expression
        self.init(Array(text.utf8)[...], remark: nil, origin)
    }

    /// Returns a text as it is read: in NFC and, if it is typed, with plain forms.
    public static func read(_ text: String, _ origin: TextOrigin = .typed) -> String {
        origin == .typed ? text.inNFC.withPlainForms : text.inNFC
    }

    private init(_ bytes: ArraySlice<UInt8>, remark: String?, _ origin: TextOrigin) {
        self.bytes = bytes
        self.remark = remark
        self.origin = origin
        var parser = Parser(bytes, .current, origin)
        do {
            plain = .success(WrittenExpression(try parser.checked(), parser.scanner.bytes))
            isNamed = false
        } catch {
            isNamed = parser.mayHaveNames && error.reason == .bad
            plain = .failure(Self.reading(error, of: bytes, origin))
        }
    }

    /// Returns the error for a text in a form of another dice program, and any other error as it is.
    private static func reading(
        _ error: NotationError,
        of bytes: ArraySlice<UInt8>,
        _ origin: TextOrigin,
        isSaved: ((String) -> Bool)? = nil
    ) -> NotationError {
        guard origin == .typed, error.reason == .bad,
            let reading = OtherReading(
                of: String(decoding: bytes, as: UTF8.self),
                isSaved: isSaved
            )
        else { return error }
        return NotationError(reading, at: error.place)
    }

    /// True if the meaning of the expression depends on the saved rolls.
    public var mayHaveNames: Bool { isNamed || isNameFirst }

    /// True if the whole text is notation with `W` for `d`, and may also be the name of a saved
    /// roll or table. Such a name takes precedence.
    public var isNameFirst: Bool { (try? plain.get()) != nil && Self.isName(expression) }

    /// Returns true if a text that is notation may also be a name.
    public static func isName(_ text: String) -> Bool {
        let name = text.lowercased()
        return name.contains("w")
            && name.utf8.allSatisfy { Scanner.isName(Unicode.Scalar($0)) }
    }

    /// Returns the expression, in which no word is the name of a saved roll.
    public func written() throws(NotationError) -> WrittenExpression {
        let written = try plain.get()
        try checkRemark(on: written)
        return written
    }

    private func checkRemark(on written: WrittenExpression) throws(NotationError) {
        if origin == .typed, let remark {
            try ((try? written.filled()) ?? written).check(label: remark)
        }
    }

    /// Returns `(1d20+7)+2` for `attack+2`, and `1d20+7` for `attack`. In a text that is valid
    /// notation without saved rolls, only the whole text can be a name.
    ///
    /// Throws `NotationError` if the text with its names replaced is not an expression, or if a
    /// name refers to itself.
    ///
    /// - Parameter saved: returns the text of the saved roll with this name, or `nil` if there is
    ///   no such roll. Only called if `mayHaveNames` is true.
    public func written(_ saved: @escaping (String) -> String?) throws(NotationError)
        -> WrittenExpression
    {
        var names = SavedNames(saved)
        let written = try names.replace(in: self)
        try checkRemark(on: written)
        return written
    }

    /// Returns the positions of the names of saved rolls.
    func names(_ isSaved: @escaping (String) -> Bool) throws(NotationError) -> SavedNamePlaces {
        guard isNamed else {
            return SavedNamePlaces(names: isNameFirst && isSaved(expression) ? [place] : [])
        }
        var parser = Parser(bytes, .current, origin, isSaved: isSaved)
        do {
            return SavedNamePlaces(
                names: try parser.parse().supplied.compactMap(\.0.saved),
                advantages: parser.advantagesOfNames,
                lateAdvantage: parser.lateAdvantage
            )
        } catch {
            throw Self.reading(error, of: bytes, origin, isSaved: isSaved)
        }
    }

    func text(_ place: Range<Int>) -> String {
        String(decoding: bytes[place], as: UTF8.self)
    }

    /// Returns the expressions of a text. Throws `NotationError` as `all` does.
    static func places(in bytes: [UInt8]) throws(NotationError) -> [ArraySlice<UInt8>] {
        try split(bytes, .typed).map { bytes[$0.place] }
    }

    private static func split(_ bytes: [UInt8], _ origin: TextOrigin) throws(NotationError)
        -> [(place: Range<Int>, remark: String?)]
    {
        var rolls: [(place: Range<Int>, remark: String?)] = []
        var start = 0
        while true {
            let roll = try split(bytes, from: start, origin)
            rolls.append((roll.place, roll.remark))
            guard roll.end < bytes.count else { return rolls }
            start = roll.end + 1
        }
    }

    /// Returns the position and the remark of the roll that begins at a position, and its end.
    private static func split(
        _ bytes: [UInt8],
        from start: Int,
        _ origin: TextOrigin
    ) throws(NotationError) -> (place: Range<Int>, remark: String?, end: Int) {
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
        guard let mark else { return (place, nil, end) }
        let remark = String(
            decoding: bytes[trimmed(mark + 1..<end, of: bytes)],
            as: UTF8.self
        )
        if origin == .stored {
            return (place, LabelText.fitting(remark), end)
        }
        guard let label = LabelText.accepted(remark) else {
            if let excess = TextLimit.label.excess(of: remark) {
                throw NotationError(excess, of: "a remark", at: mark..<end)
            }
            throw NotationError(
                "a remark must be printable and begin and end with a visible character; try `1d20+6 # dex save`",
                at: mark..<end,
                expected: ["a remark"]
            )
        }
        return (place, label, end)
    }

    /// Returns the range without the spaces at its ends.
    private static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
        let isText = { (byte: UInt8) in ![32, 9, 10, 13].contains(byte) }
        let first = bytes[range].firstIndex(where: isText) ?? range.lowerBound
        return first..<(bytes[range].lastIndex(where: isText).map { $0 + 1 } ?? first)
    }
}
