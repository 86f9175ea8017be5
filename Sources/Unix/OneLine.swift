/// Text that fits on one line of a terminal or a file, whatever it contains.
public enum OneLine {
    /// Returns `text` as one word: in double quotes if it is empty or contains a space, `=` or `"`.
    public static func word(_ text: String) -> String {
        if isPlain(text), !text.isEmpty {
            return text
        }
        let needsQuotes = text.unicodeScalars.contains {
            $0 == "=" || $0 == "\"" || $0.properties.isWhitespace
        }
        return needsQuotes || text.isEmpty
            ? "\"\(escaped(text, and: "\""))\"" : escaped(text)
    }

    /// Returns `text` with `\n`, `\r`, `\t`, `\\` and `\u{HEX}` for characters that would break the
    /// line, control the terminal or, like `extra`, be ambiguous.
    public static func escaped(_ text: String, and extra: Unicode.Scalar? = nil)
        -> String
    {
        if isPlain(text) {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\\": result += "\\\\"
            case extra: result += "\\\(scalar)"
            case _ where isUnsafe(scalar):
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Reverses `escaped`.
    public static func unescaped(_ text: String) -> String {
        let letters: [Unicode.Scalar: Unicode.Scalar] = [
            "n": "\n", "r": "\r", "t": "\t",
        ]
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let letter = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            let digits =
                letter == "u" && rest.first == "{"
                ? rest.dropFirst().prefix { $0 != "}" } : rest.prefix(0)
            let named = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
            if named != nil {
                rest = rest.dropFirst(digits.count + 2)
            }
            result.append(named ?? letters[letter] ?? letter)
        }
        return String(result)
    }

    /// Returns true for printable ASCII without spaces. Most words are, and need no check of each
    /// scalar.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
                && byte != UInt8(ascii: "\\")
                && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
        }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
