/// A table's players and their order, the rolls per turn, and the speed of the dice.
public struct TableSettings: Sendable, Hashable {
    /// The distinct players in turn order; `nil` without players.
    public var players: [String]?
    /// The player who is up; `nil` without players.
    public var up: String?
    /// The maximum number of rolls in a turn; `nil` without a limit.
    public var rollsPerTurn: Int?
    /// The speed factor of the animations, in `Limits.pace`; `nil` for normal speed.
    public var pace: Double?
    /// True if the table uses real dice, whose faces are entered; otherwise `nil`.
    public var hand: Bool?

    public init(
        players: [String]? = nil,
        up: String? = nil,
        rollsPerTurn: Int? = nil,
        pace: Double? = nil,
        hand: Bool? = nil
    ) {
        self.players = players
        self.up = up
        self.rollsPerTurn = rollsPerTurn
        self.pace = pace
        self.hand = hand
    }

    /// True if turns have rules, so that the first roll takes every die.
    public var hasRules: Bool { players != nil || rollsPerTurn != nil }

    /// Applies a change, except for the change's dice, which are not among the settings. The player
    /// who is up stays up if that player is still in the list; otherwise the first player is up.
    public mutating func apply(_ change: SettingsChange) {
        if let players = change.players {
            self.players = players.isEmpty ? nil : players
            if up.map(players.contains) != true {
                up = players.first
            }
        }
        if let rolls = change.rollsPerTurn {
            rollsPerTurn = rolls == 0 ? nil : rolls
        }
        if let pace = change.pace {
            self.pace = pace == 1 ? nil : pace
        }
        if let hand = change.hand {
            self.hand = hand ? true : nil
        }
    }
}
