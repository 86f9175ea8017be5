/// The bytes of a text and a place in it. Letters are read in either case.
struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next byte that is not a space, as a small letter; NUL at the end. Moves to it.
    mutating func peek() -> Unicode.Scalar {
        while position < bytes.count, [32, 9, 10, 13].contains(bytes[position]) {
            position += 1
        }
        return at(position)
    }

    /// The byte there as a small letter, and as `d` a `W` before sides, as it is written in German;
    /// NUL after the end.
    func at(_ index: Int) -> Unicode.Scalar {
        guard index < bytes.count else { return "\0" }
        let byte = bytes[index]
        if byte | 32 == UInt8(ascii: "w"), index + 1 < bytes.count,
            "0123456789%Ff({[".utf8.contains(bytes[index + 1])
        {
            return "d"
        }
        return Unicode.Scalar((65...90).contains(byte) ? byte + 32 : byte)
    }

    /// Moves past `text`, in small letters, if it comes next.
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

    /// Takes the text as `take` does, if no further letter follows.
    mutating func takeWord(_ text: String) -> Bool {
        let start = position
        if take(text), !Self.isLetter(at(position)) {
            return true
        }
        position = start
        return false
    }

    /// Moves past the digits that come next, with no space before them, and returns how many they
    /// are.
    mutating func takeDigits() -> Int {
        let start = position
        while Self.isDigit(at(position)) {
            position += 1
        }
        return position - start
    }

    /// The letters, digits and underscores that come next, in small letters.
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

    /// Whether the sign that comes before outcomes is next, which is no comparison.
    mutating func isArrow() -> Bool {
        peek() == "=" && at(position + 1) == ">"
    }

    /// Whether a comparison comes next.
    mutating func isComparison() -> Bool {
        ["<", ">", "="].contains(peek()) && !isArrow()
    }

    /// The next byte as it stands; nil at the end.
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The place of the next two bytes.
    var twoBytes: Range<Int> { position..<min(position + 2, bytes.count) }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The place of the character that comes next.
    var character: Range<Int> {
        guard position < bytes.count else { return position..<position }
        var end = position + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
            end += 1
        }
        return position..<end
    }

    static func isDigit(_ letter: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(letter)
    }
    static func isLetter(_ letter: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(letter)
    }
}
