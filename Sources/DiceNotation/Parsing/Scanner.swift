/// The bytes of a text, or of a part of it, and a position in the text. Case is ignored.
struct Scanner {
    let bytes: ArraySlice<UInt8>
    var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Skips spaces and returns the next byte in lower case; NUL at the end.
    mutating func peek() -> Unicode.Scalar {
        while position < bytes.endIndex, [32, 9, 10, 13].contains(bytes[position]) {
            position += 1
        }
        return at(position)
    }

    /// Returns the byte at an index in lower case; NUL past the end. A `W` before sides, the German
    /// form, is returned as `d`.
    func at(_ index: Int) -> Unicode.Scalar {
        guard index < bytes.endIndex else { return "\0" }
        let byte = bytes[index]
        if byte | 32 == UInt8(ascii: "w"), index + 1 < bytes.endIndex,
            "0123456789%Ff({[".utf8.contains(bytes[index + 1])
        {
            return "d"
        }
        return Unicode.Scalar((65...90).contains(byte) ? byte + 32 : byte)
    }

    /// Skips `text`, given in lower case, if it comes next.
    mutating func take(_ text: String) -> Bool {
        _ = peek()
        var end = position
        for letter in text.unicodeScalars {
            guard at(end) == letter else { return false }
            end += 1
        }
        position = end
        return true
    }

    /// Skips the text as `take` does, unless another letter follows.
    mutating func takeWord(_ text: String) -> Bool {
        let start = position
        if take(text), !Self.isLetter(at(position)) {
            return true
        }
        position = start
        return false
    }

    /// True unless letters come next that are no modifier.
    var isAtModifier: Bool {
        var end = position
        while Self.isLetter(at(end)) {
            end += 1
        }
        let word = text(position..<end).lowercased()
        return word.isEmpty || Self.modifiers.contains(word) && end < bytes.endIndex
    }

    /// True if `dis` comes next, after which a modifier may follow.
    var isBeforeDisadvantage: Bool {
        var ahead = self
        return ahead.take("dis") && ahead.isAtModifier
    }

    /// Skips the digits that come next, without a space before them, and returns the number of
    /// digits.
    mutating func takeDigits() -> Int {
        let start = position
        while Self.isDigit(at(position)) {
            position += 1
        }
        return position - start
    }

    /// Reads the letters, digits and underscores that come next, in lower case.
    mutating func word() -> String {
        _ = peek()
        let start = position
        while Self.isLetter(at(position)) || Self.isDigit(at(position))
            || at(position) == "_"
        {
            position += 1
        }
        return text(start..<position).lowercased()
    }

    /// Returns true if the arrow that precedes outcomes comes next; the arrow is not a comparison.
    mutating func isArrow() -> Bool {
        peek() == "=" && at(position + 1) == ">"
    }

    /// Returns true if a comparison comes next.
    mutating func isComparison() -> Bool {
        ["<", ">", "="].contains(peek()) && !isArrow()
    }

    /// The next byte, unchanged; `nil` at the end.
    var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    /// The range of the next two bytes.
    var twoBytes: Range<Int> { position..<min(position + 2, bytes.endIndex) }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The range of the next character.
    var character: Range<Int> {
        guard position < bytes.endIndex else { return position..<position }
        var end = position + 1
        while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 {
            end += 1
        }
        return position..<end
    }

    /// The words of the modifiers of dice, of which a comparison or a number may follow most.
    private static let modifiers: Set<String> = [
        "k", "kh", "kl", "d", "dh", "dl", "r", "ro", "u", "uo", "cs", "cf", "min", "max", "s", "sa",
        "sd", "f",
    ]

    static func isDigit(_ letter: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(letter)
    }
    static func isLetter(_ letter: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(letter)
    }
}
