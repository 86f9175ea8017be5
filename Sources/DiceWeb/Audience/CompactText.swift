/// A file of the page without what browsers pass over: indentation, empty lines, and lines that are
/// a comment alone.
///
/// What goes on from one line of a file to the next must mean the same without its indentation; a
/// test checks that.
enum CompactText {
    static func bytes(of file: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for line in file.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: "\t") }
            guard !text.isEmpty, !isComment(text) else { continue }
            result += text
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    /// A style sheet, also without the blanks that mean nothing. There are none in its strings
    /// before which one would go.
    static func style(of file: [UInt8]) -> [UInt8] {
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

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "//".utf8)
            || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
    }
}
