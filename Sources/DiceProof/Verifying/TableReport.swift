/// What was found of a table's history, as far as it has been read and is right.
public struct TableReport: Sendable, Hashable {
    public var table: String
    public var turns = KindReport()
    public var thrown = KindReport()
    /// The first entry, where older ones are not there: its own place in the chain cannot be checked.
    public var checkedFrom: EntryName?
    /// The numbers of throws without an entry, which may still be in flight, ascending.
    public var open: [ClosedRange<Int>] = []
    /// How many entries somebody saw end at a table of this name that are not there, and that nothing connects with it.
    public var strange = 0

    public init(table: String) {
        self.table = table
    }
}

/// What was found of a table's turns, or of its throws.
public struct KindReport: Sendable, Hashable {
    /// The lowest and the highest number of those in the chain; nil without any.
    public var numbers: ClosedRange<Int>?
    /// How many are in the chain.
    public var chained = 0
    /// Rolls, or throws, whose faces follow from the seed.
    public var right = 0
    /// Rolls that rolled nothing, as what was promised for them was not added.
    public var void = 0
    /// Of these, those for which the daemon blames nobody: it says that it was stopping.
    public var stopped = 0
    /// Entries whose commitment was noted before their first roll.
    public var promised = 0
    /// Entries from before there were seeds.
    public var before = 0
    /// Entries of the chain whose seed was made from a number: right, and not random.
    public var seeded = 0
    /// Entries of the chain whose seed a backup has left out: their faces cannot be checked.
    public var restored = 0
}
