/// Makes the page's files smaller: removes indentation, empty lines, and comments on lines of their
/// own.
///
/// A statement, string or template that spans lines must mean the same without its indentation; a
/// test checks this.
package enum CompactText {
    package static func bytes(of file: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isInComment = false
        for line in file.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            let startsComment = text.starts(with: "/*".utf8)
            if isInComment || startsComment {
                isInComment = !text.suffix(2).elementsEqual("*/".utf8)
                continue
            }
            guard !text.isEmpty, !text.starts(with: "//".utf8) else { continue }
            result += text
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    /// Compacts a script, and removes the spaces and line breaks that mean nothing.
    package static func script(of file: [UInt8]) -> [UInt8] {
        TightScript.text(of: bytes(of: file))
    }

    /// Compacts a style sheet, and removes insignificant spaces. None of the removed patterns
    /// occurs in a string.
    package static func style(of file: [UInt8]) -> [UInt8] {
        var text = String(decoding: bytes(of: file), as: UTF8.self)
        for (long, short) in [
            (": ", ":"),
            ("; ", ";"),
            (", ", ","),
            (" {", "{"),
            ("{ ", "{"),
            ("{\n", "{"),
            (";}", "}"),
            ("}\n", "}"),
            (" > ", ">"),
            (" / ", "/"),
        ] {
            text = text.split(separator: long, omittingEmptySubsequences: false).joined(
                separator: short
            )
        }
        return Array(text.utf8)
    }
}
