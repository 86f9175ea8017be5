import DiceModel
import DiceNotation

/// Makes untrusted text safe to display.
package enum Printable {
    /// Returns the text without control characters and others that could move the cursor or reorder
    /// the line.
    package static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return text
        }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }
            )
        )
    }

    /// Returns equivalent JSON with each such character escaped.
    package static func json(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        // In JSON, bytes below a space occur only between values.
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

    /// Returns `text` in ASCII, with a question mark for every other character.
    static func ascii(_ text: String) -> String {
        String(
            text.map {
                $0.isASCII || PlayerTag.parts(of: $0)?.letter.isASCII == true ? $0 : "?"
            }
        )
    }
}

extension String {
    /// Pads the text on the left to this length, in characters.
    package func padded(to columns: Int, with filler: Character = " ") -> String {
        String(repeating: filler, count: max(0, columns - count)) + self
    }

    /// The text without trailing blanks.
    package var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
