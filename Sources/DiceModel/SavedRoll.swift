/// A named expression in dice notation, available at every table to every client.
public struct SavedRoll: Sendable, Hashable {
    public var name: RollName
    /// The expression as typed.
    public var expression: String

    public init(name: RollName, expression: String) {
        self.name = name
        self.expression = expression
    }
}

/// The name of a saved roll: `[A-Za-z][A-Za-z0-9_-]{0,63}`.
public struct RollName: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The characters of a name, as text.
    public static let form =
        "1 to 64 of the letters A-Z a-z, digits, '_' and '-', beginning with a letter"
    /// The rule as text for error messages.
    public static let rule = "the name of a saved roll must be \(form)"

    /// A name for examples.
    public static let example = RollName(unchecked: "attack")

    private init(unchecked text: String) {
        description = text
    }

    /// Returns `nil` if `text` is not a valid name.
    public init?(_ text: String) {
        guard let first = text.utf8.first, !first.isDigit,
            !text.utf8.contains(UInt8(ascii: ".")), TableName(text) != nil
        else { return nil }
        description = text
    }
}

extension RollName: Comparable {
    public static func < (a: RollName, b: RollName) -> Bool {
        a.description < b.description
    }
}
