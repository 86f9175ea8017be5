/// One of a few words, of which a newer daemon may know more. `init(rawValue:)` makes those that are known.
public protocol OpenWord: RawRepresentable<String>, Sendable, Hashable, CaseIterable {
    static func other(_ word: String) -> Self
}

extension OpenWord {
    @inlinable
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }
}

/// How a roll ended.
public enum RollOutcome: OpenWord {
    /// Every die settled in its own time.
    case completed
    /// The dice were settled early, on the faces already drawn.
    case cancelled
    /// Not all contributors have answered: no die has moved.
    case void
    /// A word of a newer daemon.
    case other(String)

    public static let allCases: [Self] = [.completed, .cancelled, .void]

    /// Spelled out: the name of a case, asked of the runtime, takes longer than all else that is done to a roll.
    public var rawValue: String {
        switch self {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .void: "void"
        case .other(let word): word
        }
    }
}

/// Why a roll was cut short, or is void.
public enum CancelReason: OpenWord {
    /// Somebody asked for it.
    case cancel
    /// A roll with `restart` took its place.
    case restart
    /// The connection that rolled has closed.
    case disconnected
    /// The table was deleted.
    case tableDeleted
    /// The daemon is stopping.
    case serverStopping
    /// The roll is void: somebody did not reveal their contribution in time.
    case absent
    /// The dice were drawn and could not be stored when they were asked for.
    case storageFailed
    /// A word of a newer daemon.
    case other(String)

    public static let allCases: [Self] = [
        .cancel, .restart, .disconnected, .tableDeleted, .serverStopping, .absent, .storageFailed,
    ]

    /// Spelled out, as those of `RollOutcome` are.
    public var rawValue: String {
        switch self {
        case .cancel: "cancel"
        case .restart: "restart"
        case .disconnected: "disconnected"
        case .tableDeleted: "tableDeleted"
        case .serverStopping: "serverStopping"
        case .absent: "absent"
        case .storageFailed: "storageFailed"
        case .other(let word): word
        }
    }
}

/// One roll of a turn, as history keeps it. It has no room for animation state.
@dynamicMemberLookup
public struct RollRecord: Sendable, Hashable {
    /// The roll's number in its turn, from 1.
    public var roll: Int
    public var by: String
    /// When the faces were drawn.
    public var at: Timestamp
    public var outcome: RollOutcome
    /// The numbers of the dice that were rolled, ascending.
    public var rolled: [Int]
    /// Every die's value after the roll, in table order.
    public var values: [Int]
    public var chance: RollChance
    /// Why it is void; nil for any other, and for one made before there were reasons.
    public var reason: CancelReason?
    /// Who did not answer, if the roll is void.
    public var absent: [String]?

    public init(
        roll: Int, by: String, at: Timestamp, outcome: RollOutcome, rolled: [Int], values: [Int],
        chance: RollChance = RollChance(), reason: CancelReason? = nil, absent: [String]? = nil
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
    }

    // What stands in its group is its own, as on the wire.

    public subscript<Value>(dynamicMember member: WritableKeyPath<RollChance, Value>) -> Value {
        get { chance[keyPath: member] }
        set { chance[keyPath: member] = newValue }
    }
}
