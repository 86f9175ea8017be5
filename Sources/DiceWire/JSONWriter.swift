/// Writes JSON text member by member, in the order of the calls, with nothing between the tokens.
///
/// Every message of the protocol is written by it: the members come in the order that the documentation shows them,
/// and the hot messages cost no intermediate tree.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    /// Whether the next value or name follows another one inside the same brackets.
    private var needsComma = false

    public init() {
        bytes.reserveCapacity(Self.usualLength)
    }

    /// Bytes of most messages: a table of a few dice.
    private static let usualLength = 512

    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// A member of an object. `name` must need no escaping.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// A member that is left out where `value` is nil.
    public mutating func member(_ name: StaticString, ifPresent value: (some JSONWritable)?) {
        if let value { member(name, value) }
    }

    /// The name of a member whose value is written next.
    public mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        text(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member whose name is known only when the program runs, and is escaped.
    public mutating func member(named name: String, _ value: some JSONWritable) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        value.write(to: &self)
    }

    public mutating func null() { literal("null") }

    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    public mutating func integer(_ value: Int) {
        separate()
        digits(value)
        needsComma = true
    }

    public mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.hexDigits[Int(byte >> 4)])
                bytes.append(Self.hexDigits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// JSON text that is already encoded.
    public mutating func encoded(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    /// A value that `body` writes by `text` and `digits`, which punctuate nothing: an eighth of the appends for what most
    /// messages are made of.
    mutating func punctuated(_ body: (inout JSONWriter) -> Void) {
        separate()
        body(&self)
        needsComma = true
    }

    mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func digits(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        var unit: UInt = 1
        while magnitude / unit > 9 { unit *= 10 }
        while unit > 1 {
            bytes.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
            unit /= 10
        }
        bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
    }

    /// The LF that ends a message.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    private mutating func literal(_ literal: StaticString) {
        separate()
        text(literal)
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}
