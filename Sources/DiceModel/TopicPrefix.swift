/// The levels of MQTT's topics below which tables are published, joined by slashes.
public struct TopicPrefix: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The default prefix.
    public static let common = TopicPrefix(known: "diced")

    /// What one must be, in words.
    public static let rule =
        "a prefix is levels joined by \"/\", as dice/club: none of them empty, no + or # in them, no $ at the start, "
        + "no control characters, and at most \(longest) bytes"
    /// Bytes of the longest one: with it, no topic passes the 65,535 bytes and the 200 levels that
    /// brokers take.
    public static let longest = 255

    private init(known: String) {
        description = known
    }

    /// Nil if the text is not a prefix.
    public init?(parsing text: String) {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, !text.hasPrefix("$"),
            levels.allSatisfy({ !$0.isEmpty }),
            text.unicodeScalars.allSatisfy(Self.isAllowed)
        else { return nil }
        description = text
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .unassigned, .surrogate: false
        default: scalar != "+" && scalar != "#"
        }
    }
}
