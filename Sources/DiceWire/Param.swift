internal import DiceModel

/// One param of a method: the definition that requests are decoded with and that `rpc.discover` shows.
public struct Param: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case tableName
        /// Numbers of dice, at least one.
        case dieNumbers
        /// Sides of each die of a new table.
        case sides
        case label
        case boolean
        case integer(ClosedRange<Int>)

        /// The kind in words, as in "must be …".
        public var words: String {
            switch self {
            case .tableName: TableName.form
            case .dieNumbers: "an array of one or more die numbers, as [1,3]"
            case .sides: "an array of the sides of each die, as [6,6,20]"
            case .label: "a string of 1 to 64 printable characters"
            case .boolean: "true or false"
            case .integer(1...Int.max): "a whole number from 1"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
        }
    }

    public var name: String
    public var kind: Kind
    public var isRequired: Bool
    public var summary: String

    public init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ summary: String) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.summary = summary
    }

    static let table = Param("table", .tableName, "The table; \"default\" where it is left out.")
    static let by = Param(
        "by", .label, "Who asks, as shown to everyone at the table; the login name of the daemon's user by default.")
}
