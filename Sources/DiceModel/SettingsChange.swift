/// A change to a table's settings, or the settings of a new table. Members that are `nil` do not
/// change.
public struct SettingsChange: Sendable, Hashable {
    /// The dice, 1 to 1,000.
    public var dice: [DieShape]?
    /// The distinct players in turn order; empty for no players.
    public var players: [String]?
    /// The maximum number of rolls, 1 to 1,000; 0 for no limit.
    public var rollsPerTurn: Int?
    /// The speed factor of the animations; in `Limits.pace`; 1 is normal.
    public var pace: Double?
    /// True for real dice, whose faces are entered.
    public var hand: Bool?

    public init(
        dice: [DieShape]? = nil,
        players: [String]? = nil,
        rollsPerTurn: Int? = nil,
        pace: Double? = nil,
        hand: Bool? = nil
    ) {
        self.dice = dice
        self.players = players
        self.rollsPerTurn = rollsPerTurn
        self.pace = pace
        self.hand = hand
    }

    /// True if the change affects at least one setting, but no setting on which a match depends.
    public var isApartFromPlay: Bool {
        self != SettingsChange() && dice == nil && players == nil && rollsPerTurn == nil
            && hand == nil
    }
}
