/// The name of a table: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
public struct TableName: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The name of the table that every new daemon has.
    public static let `default` = TableName(unchecked: "default")

    /// The characters of a name, as text.
    public static let form =
        "1 to 64 of the letters A-Z a-z, digits, '.', '_' and '-', beginning with a letter or digit"
    /// The rule as text for error messages.
    public static let rule = "a table name must be \(form)"

    /// Returns `nil` if `text` is not a valid name.
    public init?(_ text: String) {
        guard Limits.nameLength.contains(text.utf8.count), let first = text.utf8.first,
            first.isLetterOrDigit,
            text.utf8.allSatisfy({ $0.isLetterOrDigit || "._-".utf8.contains($0) })
        else { return nil }
        description = text
    }

    private init(unchecked text: String) {
        description = text
    }
}

extension UInt8 {
    /// True for an ASCII digit.
    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    package var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
    package var isLetterOrDigit: Bool { isDigit || isLetter }
    /// True for a lower-case hexadecimal digit.
    fileprivate var isHexDigit: Bool {
        self &- UInt8(ascii: "0") < 10 || self &- UInt8(ascii: "a") < 6
    }
}

extension String {
    /// Returns true if the text is exactly `count` lower-case hexadecimal digits.
    package func isHex(digits count: Int) -> Bool {
        let bytes = utf8Span.span
        return bytes.count == count && bytes.indices.allSatisfy { bytes[$0].isHexDigit }
    }
}

extension TableName: Comparable {
    public static func < (a: TableName, b: TableName) -> Bool {
        a.description < b.description
    }
}
