internal import DiceModel

/// Text of others made safe to show.
enum Printable {
    /// Without control characters and whatever else could move a terminal's cursor or reorder its line.
    static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
    }

    /// JSON that says the same, each such character escaped.
    static func json(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        // Below blank there are none but between values.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { scalar in
            if scalar.value < 0x20 || scalar.isPrintable { return Array(String(scalar).utf8) }
            return String(scalar).utf16.flatMap { unit in
                let digits = String(unit, radix: 16)
                return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            }
        }
    }

    /// `text` in ASCII alone, with a question mark for every other character.
    static func ascii(_ text: String) -> String {
        String(text.map { $0.isASCII ? $0 : "?" })
    }
}
