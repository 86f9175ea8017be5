/// The MQTT topic levels under which tables are published, joined by slashes.
public struct TopicPrefix: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The default prefix.
    public static let common = TopicPrefix(known: "diced")

    /// The rule for a prefix, as text.
    public static let rule =
        "a prefix must be non-empty levels joined by \"/\", such as dice/club, without + and #, not starting with $, "
        + "without control characters, and at most \(longest) bytes long"
    /// The maximum length in bytes. With this limit, no topic exceeds the brokers' limits of 65,535
    /// bytes and 200 levels.
    public static let longest = 255

    private init(known: String) {
        description = known
    }

    /// Returns `nil` if the text is not a valid prefix.
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
