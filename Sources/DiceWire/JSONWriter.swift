/// Writes JSON text directly, member by member in the order of the calls, without whitespace.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    /// True if the next value or name follows another one inside the same brackets.
    private var needsComma = false

    /// Creates a writer; the default capacity is enough for most messages: a table with a few dice.
    ///
    /// - Parameter capacity: the number of bytes to allocate now.
    public init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    /// Returns the text of one object; `members` writes its members.
    public static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(members)
        return json.bytes
    }

    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        elements(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes JSON text that is already encoded.
    public mutating func encoded(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    /// Writes the LF that ends a message.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // Members of an object. A `StaticString` must need no escaping.

    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    public mutating func member(
        _ name: StaticString,
        ifPresent value: (some JSONWritable)?
    ) {
        if let value {
            member(name, value)
        }
    }

    /// Writes a member whose name needs no escaping.
    mutating func member(literal name: String, _ value: some JSONWritable) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var name = name
        name.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    public mutating func member(named name: String, _ value: some JSONWritable) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        value.write(to: &self)
    }

    /// Writes an object; `members` writes its members.
    public mutating func member(
        _ name: StaticString,
        members: (inout JSONWriter) -> Void
    ) {
        self.name(name)
        object(members)
    }

    /// Writes an array of objects; `members` writes the members of each.
    public mutating func member<Element>(
        _ name: StaticString,
        objects: [Element],
        members: (Element, inout JSONWriter) -> Void
    ) {
        self.name(name)
        array { json in
            for element in objects {
                json.object { members(element, &$0) }
            }
        }
    }

    private mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        text(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    // Values.

    /// Writes a number, true, false or null, or the beginning of such a value.
    mutating func value(_ text: StaticString) {
        separate()
        self.text(text)
        needsComma = true
    }

    mutating func integer(_ value: Int) {
        separate()
        digits(value)
        needsComma = true
    }

    /// Writes the shortest digits that parse as the same number; `null` for a number that JSON
    /// cannot represent.
    mutating func real(_ value: Double) {
        if let whole = Int(exactly: value) {
            return integer(whole)
        }
        encoded((value.isFinite ? "\(value)" : "null").utf8)
    }

    mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            var start = text.startIndex
            for place in text.indices where Self.isEscaped(text[place]) {
                bytes.append(contentsOf: text[start..<place])
                escape(text[place])
                start = place + 1
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Lets `body` write a value with `text` and `digits`, which add no punctuation: most messages
    /// then need an eighth of the appends.
    mutating func punctuated(_ body: (inout JSONWriter) -> Void) {
        separate()
        body(&self)
        needsComma = true
    }

    mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func digits(_ value: Int) {
        if value < 0 {
            bytes.append(UInt8(ascii: "-"))
        }
        var rest = value.magnitude
        if rest < 10 {
            return bytes.append(UInt8(ascii: "0") + UInt8(rest))
        }
        // Filled from the last digit; the largest number needs 20.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        while rest > 0 {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        for place in start..<digits.count {
            bytes.append(digits[place])
        }
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(UInt8(ascii: ","))
        }
        needsComma = false
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x0A: text(#"\n"#)
        case 0x0D: text(#"\r"#)
        case 0x09: text(#"\t"#)
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            text(#"\u00"#)
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: bytes += [UInt8(ascii: "\\"), byte]
        }
    }
}

/// A value that writes itself as one JSON value.
public protocol JSONWritable: Sendable {
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// Returns the value as JSON text, without a line end.
    public func jsonBytes() -> [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }
}
