/// The faces of custom dice.
extension Parser {
    /// Reads a list of faces. The next character is `{`.
    mutating func faces() throws(NotationError) -> [Face] {
        let open = scanner.position
        scanner.position += 1
        var faces = [try face()]
        while scanner.take(",") {
            faces.append(try face())
        }
        guard scanner.take("}") else {
            let isEnd = scanner.position == scanner.bytes.endIndex
            throw error(
                isEnd
                    ? "missing `}` for the `{` at \(open + 1)"
                    : "missing comma between two faces",
                expected: isEnd ? "}" : ","
            )
        }
        let place = open..<scanner.position
        guard faces.count > 1 else {
            throw error(
                "a custom die needs at least two faces; try `d{hit, miss}`",
                at: place,
                expected: "more faces"
            )
        }
        guard NotationLimits.faces.contains(faces.count) else {
            let maximum = NotationLimits.faces.upperBound
            throw NotationError(
                "a custom die may have at most \(maximum) faces",
                at: place,
                expected: ["\(maximum) at most"],
                reason: .limit(.sides, maximum)
            )
        }
        return faces
    }

    /// Reads the name of a saved die in brackets.
    mutating func savedDie() throws(NotationError) -> Sides {
        let open = scanner.position
        let end = scanner.bytes[open...].firstIndex(of: UInt8(ascii: "]")) ?? open
        let name = scanner.text(open + 1..<max(end, open + 1))
        mayHaveNames = mayHaveNames || end > open
        guard end > open, let isSaved, isSaved(name) else {
            throw error(
                "brackets need the name of a saved die: `dicectl save boost 'd{hit, miss}'`, then `2d[boost]`",
                at: open..<max(end, open) + 1,
                expected: "the name of a saved die"
            )
        }
        scanner.position = end + 1
        return .number(self.name(at: open..<end + 1))
    }

    fileprivate mutating func face() throws(NotationError) -> Face {
        var face = Face()
        if [",", "}"].contains(scanner.peek()) {
            return face
        }
        let start = scanner.position
        var isNegative = scanner.take("-")
        if !isNegative {
            _ = scanner.take("+")
        }
        repeat {
            let count = try faceNumber()
            let word = try faceWord()
            if word == nil, count == nil {
                throw error(
                    "missing number or word on a face",
                    expected: "a number",
                    "a word"
                )
            }
            if word == "blank" {
                let place = start..<scanner.position
                guard scanner.text(place) == "blank",
                    [",", "}"].contains(scanner.peek())
                else {
                    throw error(
                        "a `blank` face cannot have anything else on it",
                        at: place,
                        expected: "blank"
                    )
                }
                return Face()
            }
            face.add(word, (isNegative ? -1 : 1) * (count ?? 1))
            isNegative = scanner.take("-")
        } while isNegative || scanner.take("+")
        guard face.isWithin(NotationLimits.sides.upperBound) else {
            throw tooMuch(from: start)
        }
        try check(face.description, .face, "a face", at: start..<scanner.position)
        return face
    }

    private func tooMuch(from start: Int) -> NotationError {
        let largest = NotationLimits.sides.upperBound
        return NotationError(
            "a number on a face may be at most \(largest)",
            at: start..<scanner.position,
            expected: ["a smaller number"],
            reason: .limit(.bound, largest)
        )
    }

    private mutating func faceNumber() throws(NotationError) -> Int? {
        _ = scanner.peek()
        let start = scanner.position
        guard scanner.takeDigits() > 0 else { return nil }
        guard scanner.at(scanner.position) != "." else {
            throw error(
                "a number on a face must be whole",
                at: start..<scanner.position,
                expected: "a whole number"
            )
        }
        let number = Int(scanner.text(start..<scanner.position)) ?? .max
        guard number <= NotationLimits.sides.upperBound else {
            throw tooMuch(from: start)
        }
        return number
    }

    private mutating func faceWord() throws(NotationError) -> String? {
        _ = scanner.peek()
        let start = scanner.position
        while scanner.position < scanner.bytes.endIndex,
            !"+-,} \t\r\n".utf8.contains(scanner.bytes[scanner.position])
        {
            scanner.position += 1
        }
        let place = start..<scanner.position
        guard !place.isEmpty else { return nil }
        let word = scanner.text(place)
        let scalars = word.unicodeScalars
        guard scalars.allSatisfy(Self.isOfWord),
            scalars.first.map(Self.mayBegin) ?? false
        else {
            throw error(
                "a word on a face must consist of letters, symbols, `_` and, not first, digits",
                at: place,
                expected: "a word"
            )
        }
        try check(word, .face, "a word on a face", at: place)
        return word
    }

    /// Returns true if a face's word may begin with this scalar: not a digit, and not a scalar that
    /// combines with the one before it.
    private static func mayBegin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark, .format:
            false
        default: true
        }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
            .otherLetter,
            .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .otherSymbol:
            true
        case .mathSymbol, .modifierSymbol, .currencySymbol: !scalar.isASCII
        // The zero-width joiner (U+200D) combines several emoji into one.
        default: scalar == "_" || scalar == "\u{200D}"
        }
    }
}

extension Face {
    /// Reads a single face, as written between two commas of `d{hit, 2 miss, 3}`. Throws
    /// `NotationError`.
    public init(parsing text: String, _ origin: TextOrigin = .typed)
        throws(NotationError)
    {
        var parser = Parser(Array((text + "}").utf8)[...], .current, origin)
        self = try parser.face()
        guard parser.scanner.take("}"), parser.scanner.byte == nil else {
            throw parser.error(
                "a face must be `blank`, or numbers and words joined by `+` or `-`",
                expected: "+",
                "-"
            )
        }
    }
}
