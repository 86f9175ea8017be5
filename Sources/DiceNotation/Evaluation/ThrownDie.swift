/// A die of a throw.
public struct ThrownDie: Sendable, Hashable {
    /// How many faces it is drawn from: 3 or 6 of a Fate die.
    public var sides: Int
    public var fate: FateDie?
    /// What it counts for: the face, what it has gained or lost by modifiers, or the −1, 0 or 1 of a Fate die.
    public var value: Int
    /// Whether it counts: not when it was dropped or rolled again.
    public var isKept = true
    public var flags: DieFlags = []
    /// The index of its last draw.
    var draw: Int
}

/// A face that was drawn.
public struct Draw: Sendable, Hashable {
    public var sides: Int
    /// 1 to `sides`
    public var face: Int
    /// The index of the die that shows it.
    public var die: Int
    /// The draws that made it necessary: nobody can know of it before they have seen all of those.
    public var after: Range<Int>
}

extension Keep {
    /// Which of `items`, sorted by value, are left out; among equal ones the last are the highest.
    func dropped(_ count: Int, of items: [Int]) -> ArraySlice<Int> {
        let count = min(count, items.count)
        return switch self {
        case .keepHighest: items.dropLast(count)
        case .keepLowest: items.dropFirst(count)
        case .dropHighest: items.suffix(count)
        case .dropLowest: items.prefix(count)
        }
    }
}
