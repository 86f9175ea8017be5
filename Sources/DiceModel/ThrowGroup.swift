/// A mark that throws made by one command have in common, so that they are shown as one list:
/// `[A-Za-z0-9-]{1,32}`. The client chooses it before any face is drawn.
public struct ThrowGroup: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The rule as text for error messages.
    public static let form = "1 to 32 of the letters A-Z a-z, digits and '-'"
    /// The maximum number of bytes.
    public static let maxLength = 32

    /// Returns `nil` if `text` is not a valid mark.
    public init?(_ text: String) {
        guard 1...Self.maxLength ~= text.utf8.count, text.utf8.allSatisfy(Self.isValid) else {
            return nil
        }
        description = text
    }

    private static func isValid(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
