internal import Logging

/// Text that stays on one line of a terminal or a file, whatever a client put into it.
enum OneLine {
    /// The message, then `key=value` by key.
    static func record(message: String, metadata: Logger.Metadata) -> String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { key, value in
            "\(word(key))=\(word(value.plainText))"
        }
        return ([escaped(message)] + pairs).joined(separator: " ")
    }

    /// `text` as one word: in double quotes where it is empty or holds a space, `=` or `"`.
    static func word(_ text: String) -> String {
        let needsQuotes = text.isEmpty || text.unicodeScalars.contains { $0 == "=" || $0 == "\"" || isSpace($0) }
        return needsQuotes ? "\"\(escaped(text, and: "\""))\"" : escaped(text)
    }

    /// `text` with `\n`, `\r`, `\t`, `\\` and `\u{HEX}` for what would break the line, steer the terminal or, like
    /// `extra`, be taken for something else.
    static func escaped(_ text: String, and extra: Unicode.Scalar? = nil) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\\": result += "\\\\"
            case extra: result += "\\\(scalar)"
            case _ where isUnsafe(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
