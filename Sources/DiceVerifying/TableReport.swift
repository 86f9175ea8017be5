public import DiceModel

/// What was found in a table's history, as far as it has been read and is right.
public struct TableReport: Sendable, Hashable {
    public var table: String
    public var turns = KindReport()
    public var thrown = KindReport()
    /// How often a turn was put into another box.
    public var corrections = 0
    /// How often a player rested, returned or joined.
    public var rests = 0
    /// The first entry, if older ones are missing: its own place in the chain cannot be checked.
    public var checkedFrom: EntryName?
    /// The older entries that were archived, after which the checked ones begin; nil if those were
    /// read, or there are none.
    public var archived: Archived?
    /// How many entries were read from files before those of the daemon; nil without files.
    public var filed: Int?
    /// The matches that began in an edition before the fifth: their scores, sheets and winners are
    /// checked, and not whether each turn could be played so.
    public var olderMatches = 0
    /// The numbers of matches whose first turn is missing: their scores cannot be checked.
    public var cutMatches: Set<Int> = []
    /// The highest edition of the entries that are newer than this program; nil without any.
    public var newer: Int?
    /// How many entries are newer than this program, and not checked.
    public var newerEntries = 0
    /// The numbers of throws without an entry, which may still be in flight, ascending.
    public var open: [ClosedRange<Int>] = []
    /// How many entries somebody saw end at a table of this name that are missing, and that nothing
    /// connects with it.
    public var strange = 0

    public init(table: String) {
        self.table = table
    }
}

/// What was found in a table's turns, or in its throws.
public struct KindReport: Sendable, Hashable {
    /// The lowest and the highest number of those in the chain; nil without any.
    public var numbers: ClosedRange<Int>?
    /// How many are in the chain.
    public var chained = 0
    /// Rolls, or throws, whose faces follow from the seed.
    public var right = 0
    /// Rolls, or throws, whose faces were entered: nothing says that real dice showed them.
    public var entered = 0
    /// How many rolls rolled nothing, as a contribution to them was withheld.
    public var voids: [VoidRoll: Int] = [:]
    /// Entries whose commitment was noted before their first roll.
    public var promised = 0
    /// Entries made before there were seeds.
    public var before = 0
    /// Entries of the chain whose seed was made from a number: right, and not random.
    public var seeded = 0
    /// Entries of the chain whose seed a backup has left out: their faces cannot be checked.
    public var restored = 0
    /// How many throws are secret and not shown yet, by their throwers: only their place in the
    /// chain can be checked.
    public var hidden: [String: Int] = [:]

    public var void: Int { voids.values.reduce(0, +) }
    /// The rolls among these for which the daemon blames nobody: it says that it was stopping.
    public var stopped: Int {
        voids.reduce(0) { $0 + ($1.key.absent.isEmpty ? $1.value : 0) }
    }
}

/// Whose roll was void, for whom and why.
public struct VoidRoll: Sendable, Hashable, Comparable {
    public var by: String
    /// Who did not reveal, in the order in which they are named.
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

/// What somebody noted of a daemon's promises at the time, by commitment.
public struct Notes: Sendable, Hashable {
    /// An entry that was seen when it ended.
    public struct Head: Sendable, Hashable {
        public var entry: EntryName
        /// Its link in the chain.
        public var link: String
        /// nil before the fifth edition.
        public var digest: String?
        /// The commitment of the turn, or throw, after it; nil if that was not told.
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

    /// The entropy that the keeper of the notes has added to an entry.
    public struct Added: Sendable, Hashable {
        public var entry: EntryName
        /// In hex, by the number of the roll in its turn, from 1; 0 for a throw.
        public var chances: [Int: Set<String>] = [:]

        public init(_ entry: EntryName) {
            self.entry = entry
        }
    }

    /// When each commitment was seen first.
    public var promises: [String: Timestamp] = [:]
    public var heads: [String: Head] = [:]
    public var added: [String: Added] = [:]
    /// The numbers of rolls that were seen to move dice, by the commitments of their turns.
    public var rolled: [String: Set<Int>] = [:]

    public init() {}

    var isEmpty: Bool {
        promises.isEmpty && heads.isEmpty && added.isEmpty && rolled.isEmpty
    }
}
