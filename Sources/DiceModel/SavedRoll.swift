/// A named expression in dice notation, available at every table.
public struct SavedRoll: Sendable, Hashable {
    public var name: RollName
    /// The expression as typed.
    public var expression: String
    /// The name of the person that the roll belongs to; empty if it belongs to everyone.
    public var owner: String

    public init(name: RollName, expression: String, owner: String = "") {
        self.name = name
        self.expression = expression
        self.owner = owner
    }

    public var key: Key { Key(owner: owner, name: name) }

    /// The identity of a saved roll: each person may have a roll of the same name.
    public struct Key: Sendable, Hashable, Comparable {
        /// Empty if the roll belongs to everyone.
        public let owner: String
        public let name: RollName

        public init(owner: String, name: RollName) {
            self.owner = owner
            self.name = name
        }

        /// By name, and everyone's before a person's.
        public static func < (a: Key, b: Key) -> Bool {
            a.name == b.name ? a.owner < b.owner : a.name < b.name
        }
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
