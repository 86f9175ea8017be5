/// The bytes of a text and a place in it. Letters are read in either case.
struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next byte that is no space, as a small letter; 0 at the end. Moves to it.
    mutating func peek() -> UInt8 {
        while position < bytes.count, [32, 9, 10, 13].contains(bytes[position]) { position += 1 }
        return at(position)
    }

    /// The byte there as a small letter; 0 behind the end.
    func at(_ index: Int) -> UInt8 {
        guard index < bytes.count else { return 0 }
        let byte = bytes[index]
        return (65...90).contains(byte) ? byte + 32 : byte
    }

    /// Moves past `text`, in small letters, where it comes next.
    mutating func take(_ text: String) -> Bool {
        _ = peek()
        var end = position
        for byte in text.utf8 {
            guard at(end) == byte else { return false }
            end += 1
        }
        position = end
        return true
    }

    /// As `take`, where no further letter follows.
    mutating func takeWord(_ text: String) -> Bool {
        let start = position
        guard take(text), !Self.isLetter(at(position)) else {
            position = start
            return false
        }
        return true
    }

    /// The letters, digits and underscores that come next, in small letters.
    mutating func word() -> String {
        _ = peek()
        let start = position
        while Self.isLetter(at(position)) || Self.isDigit(at(position)) || at(position) == UInt8(ascii: "_") {
            position += 1
        }
        return text(start..<position).lowercased()
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The place of the character that comes next.
    var character: Range<Int> {
        guard position < bytes.count else { return position..<position }
        var end = position + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return position..<end
    }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
}
