/// The oldest entries of a table, which were moved into a file and removed from its history.
public struct Archived: Sendable, Hashable {
    /// How many entries were removed since the table was made.
    public var entries: Int
    /// The id of the last one.
    public var last: Int
    /// The chain hash of the last one, from which the next entry continues.
    public var chain: String
    /// When the last one ended.
    public var at: Timestamp

    public init(entries: Int, last: Int, chain: String, at: Timestamp) {
        self.entries = entries
        self.last = last
        self.chain = chain
        self.at = at
    }
}
