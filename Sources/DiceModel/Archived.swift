/// The oldest entries of a table, which were moved into a file and removed from its history.
public struct Archived: Sendable, Hashable {
    /// The number of entries removed since the table was created.
    public var entries: Int
    /// The id of the last removed entry.
    public var last: Int
    /// The chain hash of the last removed entry, from which the next entry continues.
    public var chain: String
    /// The end time of the last removed entry.
    public var at: Timestamp

    public init(entries: Int, last: Int, chain: String, at: Timestamp) {
        self.entries = entries
        self.last = last
        self.chain = chain
        self.at = at
    }
}
