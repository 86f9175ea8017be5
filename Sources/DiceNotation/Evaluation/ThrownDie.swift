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

/// What has become of a die.
public struct DieFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Another die, or another face of this one, was rolled because of it.
    public static let exploded = DieFlags(rawValue: 1)
    /// The die after it takes its place.
    public static let rerolled = DieFlags(rawValue: 2)
    public static let clamped = DieFlags(rawValue: 4)
    public static let success = DieFlags(rawValue: 8)
    public static let failure = DieFlags(rawValue: 16)
    public static let critical = DieFlags(rawValue: 32)
    public static let fumble = DieFlags(rawValue: 64)

    public static let words: [(flag: DieFlags, word: String)] = [
        (.exploded, "exploded"), (.rerolled, "rerolled"), (.clamped, "clamped"), (.success, "success"),
        (.failure, "failure"), (.critical, "critical"), (.fumble, "fumble"),
    ]

    /// What counts for a die or a member whose successes and failures are counted.
    package var count: Int { (contains(.success) ? 1 : 0) - (contains(.failure) ? 1 : 0) }

    public var words: [String] { Self.words.filter { contains($0.flag) }.map(\.word) }

    public init(words: [String]) {
        self = Self.words.reduce(into: []) { if words.contains($1.word) { $0.insert($1.flag) } }
    }
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
