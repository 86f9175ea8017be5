/// An entry of a history, as people name it.
public struct EntryName: Sendable, Hashable, CustomStringConvertible {
    public enum EntryKind: String, Sendable, Hashable {
        case turn, `throw`, correction, rest
    }

    public var kind: EntryKind
    /// The number of the turn, of the corrected one too, of the throw, or of the match of a rest, at its table.
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
        switch kind {
        case .turn, .throw: "\(kind.rawValue) \(number) of \(table)"
        case .correction: "correction of turn \(number) of \(table)"
        case .rest: "rest in match \(number) of \(table)"
        }
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
