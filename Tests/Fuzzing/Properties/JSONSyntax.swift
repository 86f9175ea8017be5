/// The grammar of RFC 8259, implemented differently from the daemon's parser, with which it is
/// compared.
package struct JSONSyntax {
    /// The maximum depth of nested arrays and objects, equal to that of the daemon's parser.
    static let maximumDepth = 512

    struct Fault: Error, Equatable {
        /// Bytes from the beginning of the text.
        var offset: Int
        /// The text after "expected".
        var expected: StaticString

        static func == (a: Fault, b: Fault) -> Bool {
            a.offset == b.offset && "\(a.expected)" == "\(b.expected)"
        }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private let text: [UInt8]
    private var position = 0
    /// The open brackets; true for an object's.
    private var open: [Bool] = []

    private init(_ text: [UInt8]) {
        self.text = text
    }

    package static func accepts(_ text: [UInt8]) -> Bool {
        String(validating: text, as: UTF8.self) != nil && (try? check(text)) != nil
    }

    /// Throws unless `text` is a single JSON value, with only white space around it.
    static func check(_ text: [UInt8]) throws(Fault) {
        var syntax = JSONSyntax(text)
        try syntax.document()
    }

    private mutating func document() throws(Fault) {
        repeat { try value() } while try separator()
        guard position == text.count else { throw fault("the end of the line") }
    }

    /// Reads a simple value, or an opening bracket and, in an object, the name of its first member.
    private mutating func value() throws(Fault) {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): try enter(object: true)
        case UInt8(ascii: "["): try enter(object: false)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "-"): try number()
        case let digit? where Self.digits.contains(digit): try number()
        default: throw fault("a value")
        }
    }

    private mutating func enter(object: Bool) throws(Fault) {
        guard open.count < Self.maximumDepth else {
            throw fault("no deeper nesting than 512")
        }
        position += 1
        skipSpace()
        if byte == (object ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position += 1
            return
        }
        open.append(object)
        if object {
            try name()
        }
        try value()  // at most 512 deep
    }

    /// Reads closing brackets. Returns true if a comma follows; in an object, also reads the name
    /// of the next member.
    private mutating func separator() throws(Fault) -> Bool {
        skipSpace()
        while let isObject = open.last {
            switch byte {
            case UInt8(ascii: ","):
                position += 1
                if isObject {
                    try name()
                }
                return true
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                position += 1
                open.removeLast()
                skipSpace()
            default: throw fault(isObject ? "',' or '}'" : "',' or ']'")
            }
        }
        return false
    }

    private mutating func name() throws(Fault) {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else {
            throw fault("a member's name in quotes")
        }
        try string()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw fault("':'") }
        position += 1
    }

    private mutating func string() throws(Fault) {
        position += 1
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case 0..<0x20: throw fault("an escape instead of a control character")
            case UInt8(ascii: "\\"): try escape()
            default: position += 1
            }
        }
        throw fault("'\"'")
    }

    private mutating func escape() throws(Fault) {
        position += 1
        guard let byte, "\"\\/bfnrtu".utf8.contains(byte) else {
            throw fault("an escape that JSON knows")
        }
        position += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = self.byte, Character(UnicodeScalar(digit)).isHexDigit
            else {
                throw fault("four hex digits")
            }
            position += 1
        }
    }

    private mutating func number() throws(Fault) {
        if byte == UInt8(ascii: "-") {
            position += 1
        }
        if byte == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
    }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte, Self.digits.contains(byte) {
            position += 1
        }
        guard position > start else { throw fault("a digit") }
    }

    private mutating func word(_ word: StaticString) throws(Fault) {
        for letter in "\(word)".utf8 {
            guard byte == letter else { throw fault(word) }
            position += 1
        }
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
            position += 1
        }
    }

    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private func fault(_ expected: StaticString) -> Fault {
        Fault(offset: position, expected: expected)
    }
}
