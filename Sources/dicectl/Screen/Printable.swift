import DiceModel
import DiceNotation

/// Text of others made safe to show.
enum Printable {
    /// Without control characters and others that could move a terminal's cursor or reorder its
    /// line.
    static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return text
        }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }
            )
        )
    }

    /// JSON that says the same, each such character escaped.
    static func json(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        // Bytes below a space stand only between values.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { scalar in
            if scalar.value < 0x20 || scalar.isPrintable {
                return Array(String(scalar).utf8)
            }
            return String(scalar).utf16.flatMap { unit in
                "\\u\(String(unit, radix: 16).padded(to: 4, with: "0"))".utf8
            }
        }
    }

    /// `text` in ASCII alone, with a question mark for every other character.
    static func ascii(_ text: String) -> String {
        String(
            text.map {
                $0.isASCII || PlayerTag.parts(of: $0)?.letter.isASCII == true ? $0 : "?"
            }
        )
    }
}

extension String {
    /// Puts fillers before it until it is this many characters long.
    func padded(to columns: Int, with filler: Character = " ") -> String {
        String(repeating: filler, count: max(0, columns - count)) + self
    }

    /// Without the blanks at its end.
    var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
