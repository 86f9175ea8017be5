/// The name of an entry of a history, in the form shown to people.
public struct EntryName: Sendable, Hashable, CustomStringConvertible {
    public enum EntryKind: String, Sendable, Hashable {
        case turn, `throw`, correction
        /// A player rests, returns or joins; the number is the number of the match.
        case rest
        /// An entry of which only the id is known; the number is the id.
        case entry
    }

    public var kind: EntryKind
    /// The number of the turn, the corrected turn or the throw at its table.
    public var number: Int
    public var table: String
    /// The entry's id, or `nil` if the entry has none.
    public var id: Int?

    public init(_ kind: EntryKind, _ number: Int, of table: String, id: Int? = nil) {
        self.kind = kind
        self.number = number
        self.table = table
        self.id = id
    }

    public var description: String {
        switch kind {
        case .turn, .throw, .entry: "\(kind.rawValue) \(number) of \(table)"
        case .correction: "correction of turn \(number) of \(table)"
        case .rest: "rest in match \(number) of \(table)"
        }
    }
}
