public import DiceModel

/// What somebody noted of a daemon's promises when they were made, by commitment.
public struct Notes: Sendable, Hashable {
    /// An entry that was seen when it ended.
    public struct Head: Sendable, Hashable {
        public var entry: EntryName
        /// Its link in the chain.
        public var link: String
        /// The commitment of the turn, or throw, behind it; nil where that was not told.
        public var next: String?

        public init(_ entry: EntryName, link: String, next: String? = nil) {
            self.entry = entry
            self.link = link
            self.next = next
        }
    }

    /// When each commitment was seen first.
    public var promises: [String: Timestamp] = [:]
    public var heads: [String: Head] = [:]

    public init() {}
}
