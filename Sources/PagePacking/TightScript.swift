/// Removes the spaces and line breaks of a script that mean nothing, and its comments.
///
/// It reads strings, templates, regular expressions and comments as ECMAScript does (ECMA-262, 12),
/// with one exception: a `/` after `)`, `]` or `}` divides. A line break stays unless the character
/// before or after it shows that the statement goes on, so that semicolons are inserted where they
/// were.
struct TightScript {
    private let source: [UInt8]
    private var place = 0
    private var result: [UInt8] = []
    /// True if a space, or a line break, was read since the last character of the result.
    private var hasSpace = false
    private var hasBreak = false
    /// The number of open braces in each `${ … }` that the place is in, and in the script itself.
    private var braces = [0]

    /// Marks around which a space means nothing.
    private static let marks = Set("{}()[],;:?=&|<>!*%^~".utf8)
    /// Marks after which, and before which, a line break means nothing.
    private static let opening = Set("{([,;:?&|=".utf8)
    private static let closing = Set("})].,;:?&|=".utf8)
    /// Marks and words before a regular expression. After anything else, `/` divides.
    private static let beforePattern = Set("{([,;:?&|=!+-*%<>~^".utf8)
    private static let wordsBeforePattern = ["return", "typeof", "case", "in", "of", "await"]

    /// Returns a script without what means nothing.
    static func text(of script: [UInt8]) -> [UInt8] {
        var reader = TightScript(source: script)
        reader.read()
        return reader.result + [UInt8(ascii: "\n")]
    }

    private init(source: [UInt8]) {
        self.source = source
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        place + distance < source.count ? source[place + distance] : nil
    }

    private mutating func read() {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                hasSpace = true
                place += 1
            case UInt8(ascii: "\n"):
                hasBreak = true
                place += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                place = source[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                skipComment()
            default:
                separate(before: byte)
                readToken(byte)
            }
        }
    }

    private mutating func readToken(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            readString(until: byte)
        case UInt8(ascii: "`"):
            take()
            readTemplate()
        case UInt8(ascii: "/") where startsPattern:
            readPattern()
        case UInt8(ascii: "{"):
            braces[braces.count - 1] += 1
            take()
        case UInt8(ascii: "}") where braces.count > 1 && braces.last == 0:
            braces.removeLast()
            take()
            readTemplate()
        case UInt8(ascii: "}"):
            braces[braces.count - 1] -= 1
            take()
        default:
            take()
        }
    }

    private mutating func take() {
        result.append(source[place])
        place += 1
    }

    /// Writes the space or line break before a character, if it means something.
    private mutating func separate(before next: UInt8) {
        defer {
            hasSpace = false
            hasBreak = false
        }
        guard let last = result.last else { return }
        if hasBreak {
            let goesOn =
                Self.opening.contains(last) || Self.closing.contains(next)
                || result.suffix(2).elementsEqual("=>".utf8)
            if !goesOn {
                result.append(UInt8(ascii: "\n"))
            }
        } else if hasSpace, !Self.marks.contains(last), !Self.marks.contains(next) {
            result.append(UInt8(ascii: " "))
        }
    }

    private mutating func skipComment() {
        hasSpace = true
        place += 2
        while place < source.count, !source[place...].starts(with: "*/".utf8) {
            place += 1
        }
        place = min(source.count, place + 2)
    }

    private mutating func readString(until quote: UInt8) {
        take()
        while let byte = peek() {
            if byte == UInt8(ascii: "\\") {
                take()
            }
            guard place < source.count else { return }
            take()
            if byte == quote {
                return
            }
        }
    }

    /// Reads the text of a template, up to its end or to its next `${`.
    private mutating func readTemplate() {
        while let byte = peek() {
            if byte == UInt8(ascii: "\\") {
                take()
            } else if byte == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "{") {
                take()
                take()
                braces.append(0)
                return
            }
            guard place < source.count else { return }
            take()
            if byte == UInt8(ascii: "`") {
                return
            }
        }
    }

    private var startsPattern: Bool {
        guard let last = result.last(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") })
        else { return true }
        if Self.beforePattern.contains(last) {
            return true
        }
        let words = String(decoding: result.suffix(8), as: UTF8.self).split {
            !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" && $0 != "."
        }
        return words.last.map { Self.wordsBeforePattern.contains(String($0)) } == true
    }

    private mutating func readPattern() {
        var isInSet = false
        take()
        while let byte = peek() {
            if byte == UInt8(ascii: "\\") {
                take()
            }
            guard place < source.count else { return }
            take()
            switch byte {
            case UInt8(ascii: "["):
                isInSet = true
            case UInt8(ascii: "]"):
                isInSet = false
            case UInt8(ascii: "/") where !isInSet:
                return
            default:
                break
            }
        }
    }
}
