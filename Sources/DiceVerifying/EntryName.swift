/// An entry of a history, as people name it.
public struct EntryName: Sendable, Hashable, CustomStringConvertible {
    public enum EntryKind: String, Sendable, Hashable {
        case turn, `throw`, correction
        /// A player who rests, returns or joins; its number is that of the match.
        case rest
        /// One of which nothing but the id is known; its number is its id.
        case entry
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
        switch kind {
        case .turn, .throw, .entry: "\(kind.rawValue) \(number) of \(table)"
        case .correction: "correction of turn \(number) of \(table)"
        case .rest: "rest in match \(number) of \(table)"
        }
    }
}
