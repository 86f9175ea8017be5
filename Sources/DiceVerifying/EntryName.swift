/// An entry of a history, as people name it.
public struct EntryName: Sendable, Hashable, CustomStringConvertible {
    public enum EntryKind: String, Sendable, Hashable {
        case turn, `throw`, correction
    }

    public var kind: EntryKind
    /// The number of the turn, of the corrected one too, or of the throw, at its table.
    public var number: Int
    public var table: String
    /// nil if it has none.
    public var id: Int?

    public init(_ kind: EntryKind, _ number: Int, of table: String, id: Int? = nil) {
        self.kind = kind
        self.number = number
        self.table = table
        self.id = id
    }

    public var description: String {
        "\(kind == .correction ? "correction of turn" : kind.rawValue) \(number) of \(table)"
    }
}

/// What is wrong about an entry of a history.
public struct Finding: Error, Sendable, Hashable, CustomStringConvertible {
    public var entry: EntryName
    /// A sentence without its subject and its full stop.
    public var reason: String

    public init(_ entry: EntryName, _ reason: String) { (self.entry, self.reason) = (entry, reason) }

    public var description: String { "\(entry)\(entry.id.map { " (entry \($0))" } ?? ""): \(reason)" }
}
