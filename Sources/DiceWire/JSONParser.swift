/// Parses JSON strictly (RFC 8259) and reports the position of an error. Foundation's parser is not
/// strict: it accepts a trailing comma. Works in one pass, without `Decoder`.
struct JSONParser {
    /// The maximum nesting depth of arrays and objects, the same as Foundation's.
    static let maximumDepth = 512

    struct Fault: Error {
        /// The offset in bytes from the beginning of the text.
        var offset: Int
        /// The text after "expected".
        var expected: StaticString
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private let text: [UInt8]
    private var position = 0
    private var depth = 0
    /// The name of a member of the outermost object for which the positions of its value and of
    /// that value's elements are recorded.
    private let noted: String?
    private var place: Range<Int>?
    private var elements: [Range<Int>] = []

    typealias Parsed = (value: JSONValue, member: Range<Int>?, elements: [Range<Int>])

    /// Returns the only value of `text`, which must be UTF-8. Throws if there is none, or anything
    /// but whitespace around it.
    static func parse(_ text: [UInt8]) throws(Fault) -> JSONValue {
        try parse(text, noting: nil).value
    }

    /// Returns the value, with the range in `text` of the last member with this name and of its
    /// elements, so that they can be passed on unchanged.
    static func parse(_ text: [UInt8], noting member: String?) throws(Fault) -> Parsed {
        var parser = JSONParser(text: text, noted: member)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == text.count else {
            throw parser.fault("the end of the line")
        }
        return (value, parser.place, parser.elements)
    }

    private mutating func value(_ isNoted: Bool = false) throws(Fault) -> JSONValue {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array(isNoted))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"): return .number(try number())
        case let digit? where Self.digits.contains(digit):
            if let integer = integer() {
                return .integer(integer)
            }
            return .number(try number())
        default: throw fault("a value")
        }
    }

    private mutating func object() throws(Fault) -> [JSONValue.NamedValue] {
        var members: [JSONValue.NamedValue] = []
        guard try enter(closing: UInt8(ascii: "}")) else { return members }
        // The outermost object is usually a message with many members.
        members.reserveCapacity(depth == 1 ? 16 : 8)
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else {
                throw fault("a member's name in quotes")
            }
            let name = try string()
            skipSpace()
            guard byte == UInt8(ascii: ":") else { throw fault("':'") }
            position += 1
            skipSpace()
            let start = position
            let isNoted = depth == 1 && name == noted
            if isNoted {
                elements = []
            }
            members.append(JSONValue.NamedValue(name: name, value: try value(isNoted)))
            if isNoted {
                place = start..<position
            }
        } while try hasNext(closing: UInt8(ascii: "}"), "',' or '}'")
        return members
    }

    private mutating func array(_ isNoted: Bool) throws(Fault) -> [JSONValue] {
        var values: [JSONValue] = []
        guard try enter(closing: UInt8(ascii: "]")) else { return values }
        values.reserveCapacity(8)
        repeat {
            if isNoted {
                skipSpace()
            }
            let start = position
            // The most common element of long arrays.
            if let integer = integer() {
                values.append(.integer(integer))
            } else {
                values.append(try value())
            }
            if isNoted {
                elements.append(start..<position)
            }
        } while try hasNext(closing: UInt8(ascii: "]"), "',' or ']'")
        return values
    }

    /// Returns true if the brackets are not empty.
    private mutating func enter(closing bracket: UInt8) throws(Fault) -> Bool {
        guard depth < Self.maximumDepth else {
            throw fault("no deeper nesting than 512")
        }
        position += 1
        skipSpace()
        guard byte != bracket else {
            position += 1
            return false
        }
        depth += 1
        return true
    }

    /// Returns true if a comma precedes another value, false if the bracket closes.
    private mutating func hasNext(closing bracket: UInt8, _ expected: StaticString)
        throws(Fault)
        -> Bool
    {
        skipSpace()
        guard byte == UInt8(ascii: ",") || byte == bracket else {
            throw fault(expected)
        }
        position += 1
        guard text[position - 1] == bracket else { return true }
        depth -= 1
        return false
    }

    private mutating func string() throws(Fault) -> String {
        position += 1
        var result = ""
        while true {
            let plain = plainText()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return result.isEmpty ? plain : result + plain
            case UInt8(ascii: "\\"):
                result += plain
                result.unicodeScalars.append(try escape())
            case nil: throw fault("'\"'")
            default: throw fault("an escape instead of a control character")
            }
        }
    }

    /// Returns the text up to the next quote, escape or control character.
    private mutating func plainText() -> String {
        let start = position
        var end = position
        while end < text.count, case let byte = text[end], byte >= 0x20,
            byte != UInt8(ascii: "\""),
            byte != UInt8(ascii: "\\")
        { end += 1 }
        position = end
        return written(from: start)
    }

    /// Returns the text from `start` to the current position.
    private func written(from start: Int) -> String {
        text.withUnsafeBufferPointer {
            String(
                decoding: UnsafeBufferPointer(rebasing: $0[start..<position]),
                as: UTF8.self
            )
        }
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        position += 1
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "u"):
            position += 1
            return try escapedScalar()
        case let letter? where "\"\\/".utf8.contains(letter):
            scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw fault("an escape that JSON knows")
        }
        position += 1
        return scalar
    }

    /// Returns the scalar of the digits after `\u`, or of two such escapes that form a surrogate
    /// pair.
    private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
        let start = position
        let first = try hexDigits()
        if let scalar = Unicode.Scalar(first) {
            return scalar
        }
        guard UTF16.isLeadSurrogate(first), byte == UInt8(ascii: "\\"),
            position + 1 < text.count,
            text[position + 1] == UInt8(ascii: "u")
        else { throw Fault(offset: start, expected: "both halves of a surrogate pair") }
        position += 2
        let second = try hexDigits()
        guard UTF16.isTrailSurrogate(second) else {
            throw Fault(offset: start, expected: "both halves of a surrogate pair")
        }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func hexDigits() throws(Fault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else {
                throw fault("four hex digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// Returns an integer of plain digits, the most common kind of number. Returns `nil`, without
    /// consuming input, for other numbers.
    private mutating func integer() -> Int? {
        var place = position
        var integer = 0
        while place < text.count, case let digit = text[place] &- UInt8(ascii: "0"),
            digit < 10
        {
            integer = integer &* 10 &+ Int(digit)
            place += 1
        }
        let length = place - position
        guard length > 0, length <= 15, length == 1 || byte != UInt8(ascii: "0") else {
            return nil
        }
        if place < text.count {
            switch text[place] {
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
            default: break
            }
        }
        position = place
        return integer
    }

    private mutating func number() throws(Fault) -> String {
        let start = position
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
        return written(from: start)
    }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte, Self.digits.contains(byte) {
            position += 1
        }
        guard position > start else { throw fault("a digit") }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault)
        -> JSONValue
    {
        for letter in UnsafeBufferPointer(
            start: word.utf8Start,
            count: word.utf8CodeUnitCount
        ) {
            guard byte == letter else { throw fault(word) }
            position += 1
        }
        return value
    }

    @inline(__always)
    private mutating func skipSpace() {
        while let byte, byte <= 0x20,
            byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
        {
            position += 1
        }
    }

    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private func fault(_ expected: StaticString) -> Fault {
        Fault(offset: position, expected: expected)
    }
}
