/// Who plays at a table, in which order, how often a turn rolls and how fast dice move.
public struct TableSettings: Sendable, Hashable {
    /// The players in the order of their turns, each once; nil if everybody plays.
    public var players: [String]?
    /// Whose turn it is; nil without players.
    public var up: String?
    /// How many rolls a turn may have; nil for any number.
    public var rollsPerTurn: Int?
    /// How many times faster than usual the dice move, one of `Limits.pace`; nil for as fast as
    /// usual.
    public var pace: Double?
    /// True if the table's dice are real ones, whose faces are entered; else nil.
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

    /// Whether turns have rules, so that the first roll of one takes every die.
    public var hasRules: Bool { players != nil || rollsPerTurn != nil }

    /// Dice are not among the settings. The player who is up stays up if they still play; else the
    /// first is up.
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

    /// The next player is up, after the last one the first.
    public mutating func handOn() {
        guard let players, let index = players.firstIndex(where: { $0 == up }) else {
            return
        }
        up = players[(index + 1) % players.count]
    }
}
