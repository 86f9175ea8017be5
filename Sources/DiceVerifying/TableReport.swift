public import DiceModel

/// The findings about a table's history, up to the last correct entry.
public struct TableReport: Sendable, Hashable {
    public var table: String
    public var turns = KindReport()
    public var thrown = KindReport()
    /// The number of turns moved to another box.
    public var corrections = 0
    /// The number of times that a player rested, returned or joined.
    public var rests = 0
    /// The first entry read, if older entries are missing: the chain hash of this entry cannot be
    /// checked.
    public var checkedFrom: EntryName?
    /// The older, archived entries that precede the checked entries; `nil` if those entries were
    /// read or do not exist.
    public var archived: Archived?
    /// The number of entries read from files before the daemon's own entries; `nil` without files.
    public var filed: Int?
    /// The number of matches that began before the fifth edition. Their scores, sheets and winners
    /// are checked, but not whether each turn was a legal move.
    public var olderMatches = 0
    /// The numbers of matches whose first turn is missing: their scores cannot be checked.
    public var cutMatches: Set<Int> = []
    /// The highest edition of the entries that are newer than this program; `nil` if there are
    /// none.
    public var newer: Int?
    /// The number of entries that are newer than this program, and therefore not checked.
    public var newerEntries = 0
    /// The numbers of throws without an entry, which may still be in flight, ascending.
    public var open: [ClosedRange<Int>] = []
    /// The number of entries that are noted for a table of this name, but are missing and not
    /// linked to this history.
    public var strange = 0

    public init(table: String) {
        self.table = table
    }
}

/// The findings about a table's turns, or about its throws.
public struct KindReport: Sendable, Hashable {
    /// The lowest and the highest number of an entry in the chain; `nil` if the chain has no such
    /// entry.
    public var numbers: ClosedRange<Int>?
    /// The number of entries in the chain.
    public var chained = 0
    /// The number of rolls, or throws, whose faces follow from the seed.
    public var right = 0
    /// The number of rolls, or throws, whose faces were entered. Nothing proves that real dice
    /// showed them.
    public var entered = 0
    /// The number of void rolls, whose dice did not move because a contribution was not revealed.
    public var voids: [VoidRoll: Int] = [:]
    /// The number of entries whose commitment was noted before their first roll.
    public var promised = 0
    /// The number of entries older than the introduction of seeds.
    public var before = 0
    /// The number of chained entries whose seed was derived from a number: correct, but not random.
    public var seeded = 0
    /// The number of chained entries whose seed is missing after a restore: their faces cannot be
    /// checked.
    public var restored = 0
    /// The number of throws still secret, by thrower: only their chain hash can be checked.
    public var hidden: [String: Int] = [:]

    public var void: Int { voids.values.reduce(0, +) }
    /// The number of void rolls for which the daemon names no absent contributor, because it was
    /// stopping.
    public var stopped: Int {
        voids.reduce(0) { $0 + ($1.key.absent.isEmpty ? $1.value : 0) }
    }
}

/// The roller, the absent contributors and the reason of a void roll.
public struct VoidRoll: Sendable, Hashable, Comparable {
    public var by: String
    /// The contributors who did not reveal, in the order of the entry.
    public var absent: [String]
    public var reason: CancelReason

    public init(_ roll: RollRecord) {
        by = roll.by
        absent = roll.absent ?? []
        reason = roll.reason ?? .absent
    }

    private var order: (String, String, String) {
        (by, absent.joined(separator: ", "), reason.rawValue)
    }
    public static func < (a: Self, b: Self) -> Bool {
        a.order < b.order
    }
}

/// A user's own record of a daemon's promises, by commitment.
public struct Notes: Sendable, Hashable {
    /// An entry that the user saw end.
    public struct Head: Sendable, Hashable {
        public var entry: EntryName
        /// The entry's chain hash.
        public var link: String
        /// The entry's digest; `nil` before the fifth edition.
        public var digest: String?
        /// The commitment of the next turn or throw; `nil` if it was not sent.
        public var next: String?

        public init(
            _ entry: EntryName,
            link: String,
            digest: String? = nil,
            next: String? = nil
        ) {
            self.entry = entry
            self.link = link
            self.digest = digest
            self.next = next
        }
    }

    /// The entropy that the user who keeps the notes has added to an entry.
    public struct Added: Sendable, Hashable {
        public var entry: EntryName
        /// The contributions in hex, by the number of the roll in its turn, from 1; 0 for a throw.
        public var chances: [Int: Set<String>] = [:]

        public init(_ entry: EntryName) {
            self.entry = entry
        }
    }

    /// The time at which each commitment was first seen.
    public var promises: [String: Timestamp] = [:]
    public var heads: [String: Head] = [:]
    public var added: [String: Added] = [:]
    /// The numbers of rolls that were seen to move dice, by the commitment of their turn.
    public var rolled: [String: Set<Int>] = [:]

    public init() {}

    var isEmpty: Bool {
        promises.isEmpty && heads.isEmpty && added.isEmpty && rolled.isEmpty
    }
}
