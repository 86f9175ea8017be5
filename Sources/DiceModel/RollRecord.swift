/// An enumeration of words that a newer daemon may extend. `init(rawValue:)` creates the known
/// cases.
public protocol OpenWord: RawRepresentable<String>, Sendable, Hashable, CaseIterable {
    static func other(_ word: String) -> Self
}

extension OpenWord {
    @inlinable
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = known
    }
}

/// One roll of a turn in history. It holds no animation state.
@dynamicMemberLookup
public struct RollRecord: Sendable, Hashable {
    /// The roll's number in its turn, from 1.
    public var roll: Int
    public var by: String
    /// The time at which the faces were drawn.
    public var at: Timestamp
    public var outcome: RollOutcome
    /// The numbers of the dice that were rolled, ascending.
    public var rolled: [Int]
    /// Every die's value after the roll, in table order.
    public var values: [Int]
    public var chance: RollChance
    /// The reason for a void roll; `nil` for any other roll, and for a void roll that predates
    /// reasons.
    public var reason: CancelReason?
    /// The contributors who did not reveal, if the roll is void.
    public var absent: [String]?
    /// True if a bot made the roll, otherwise `nil`.
    public var bot: Bool?

    public init(
        roll: Int,
        by: String,
        at: Timestamp,
        outcome: RollOutcome,
        rolled: [Int],
        values: [Int],
        chance: RollChance = RollChance(),
        reason: CancelReason? = nil,
        absent: [String]? = nil,
        bot: Bool? = nil
    ) {
        self.roll = roll
        self.by = by
        self.at = at
        self.outcome = outcome
        self.rolled = rolled
        self.values = values
        self.chance = chance
        self.reason = reason
        self.absent = absent
        self.bot = bot
    }

    // Forwards the members of `chance`, which are the roll's own members on the wire.

    public subscript<Value>(dynamicMember member: WritableKeyPath<RollChance, Value>)
        -> Value
    {
        get { chance[keyPath: member] }
        set { chance[keyPath: member] = newValue }
    }
}
