/// The effects of modifiers on a die.
public struct DieFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The die exploded: another die, or another face for this die, was rolled because of it.
    public static let exploded = DieFlags(rawValue: 1)
    /// The die was rerolled: the next die replaces it.
    public static let rerolled = DieFlags(rawValue: 2)
    public static let clamped = DieFlags(rawValue: 4)
    public static let success = DieFlags(rawValue: 8)
    public static let failure = DieFlags(rawValue: 16)
    public static let critical = DieFlags(rawValue: 32)
    public static let fumble = DieFlags(rawValue: 64)

    public static let names: [(flag: DieFlags, word: String)] = [
        (.exploded, "exploded"),
        (.rerolled, "rerolled"),
        (.clamped, "clamped"),
        (.success, "success"),
        (.failure, "failure"),
        (.critical, "critical"),
        (.fumble, "fumble"),
    ]

    /// The count of a die or member in a pool of successes and failures.
    package var count: Int {
        let successes = contains(.success) ? 1 : 0
        let failures = contains(.failure) ? 1 : 0
        return successes - failures
    }

    public var names: [String] { Self.names.filter { contains($0.flag) }.map(\.word) }

    public init(words: [String]) {
        self = Self.names.reduce(into: []) {
            if words.contains($1.word) { $0.insert($1.flag) }
        }
    }
}
