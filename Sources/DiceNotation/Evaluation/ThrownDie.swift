/// A die of a throw.
public struct ThrownDie: Sendable, Hashable {
    public var kind: DieKind
    /// The face of the last draw, from 1.
    public var face: Int
    /// The die's contribution to the total: the face as changed by modifiers, the −1, 0 or 1 of a
    /// Fate die, or the number on a face of a custom die.
    public var value: Int
    /// True if the die counts: false if it was dropped or rerolled.
    public var isKept = true
    public var flags: DieFlags = []
    /// The die's count in place of one; `nil` if no weight matches.
    public var weight: Int8?
    /// The index of the die's last draw.
    var draw: Int

    public var sides: Int { kind.sides }
    public var fate: FateDie? { kind.fate }
    /// The value shown once the die has settled: its `value`, or the number of the face of a custom
    /// die.
    public var shownValue: Int { kind.customFaces == nil ? value : face }
    /// The face of a custom die; `nil` for any other die.
    public var customFace: Face? { kind.customFaces?[face - 1] }

    /// The die's count in a pool of successes and failures.
    var count: Int { weight.map(Int.init) ?? flags.count }
}

/// A face that was drawn.
public struct Draw: Sendable, Hashable {
    public var sides: Int
    /// The face, 1 to `sides`.
    public var face: Int
    /// The index of the die that shows it.
    public var die: Int
    /// The draws that caused this draw. Nobody knows that this draw exists until all of these draws
    /// have been seen.
    public var after: Range<Int>
}

extension Keep {
    /// Returns the elements of `items`, sorted by value, that are dropped. Among equal elements,
    /// later ones rank higher.
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
