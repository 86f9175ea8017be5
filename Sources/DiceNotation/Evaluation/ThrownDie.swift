/// A die of a throw.
public struct ThrownDie: Sendable, Hashable {
    public var kind: DieKind
    /// The face that was drawn last, from 1.
    public var face: Int
    /// What it counts for: the face, what it has gained or lost by modifiers, the −1, 0 or 1 of a
    /// Fate die, or the number on a face of one's own.
    public var value: Int
    /// Whether it counts: not when it was dropped or rolled again.
    public var isKept = true
    public var flags: DieFlags = []
    /// What it counts instead of one; nil if no weight fits.
    public var weight: Int8?
    /// The index of its last draw.
    var draw: Int

    public var sides: Int { kind.sides }
    public var fate: FateDie? { kind.fate }
    /// What the die shows once it has settled: what it counts for, or the number of a face of one's
    /// own.
    public var shownValue: Int { kind.own == nil ? value : face }
    /// The face of a die of one's own; nil for any other.
    public var own: Face? { kind.own?[face - 1] }

    /// What counts for it if successes and failures are counted.
    var count: Int { weight.map(Int.init) ?? flags.count }
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
