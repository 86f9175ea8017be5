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

    /// Chance that the keeper of the notes has added to an entry.
    public struct Added: Sendable, Hashable {
        public var entry: EntryName
        /// In hex, by the number of the roll in its turn, from 1; 0 of a throw.
        public var chances: [Int: Set<String>] = [:]

        public init(_ entry: EntryName) { self.entry = entry }
    }

    /// When each commitment was seen first.
    public var promises: [String: Timestamp] = [:]
    public var heads: [String: Head] = [:]
    public var added: [String: Added] = [:]
    /// The numbers of rolls that were seen to move dice, by the commitments of their turns.
    public var rolled: [String: Set<Int>] = [:]

    public init() {}

    var isEmpty: Bool { promises.isEmpty && heads.isEmpty && added.isEmpty && rolled.isEmpty }
}
