/// What is asked of a table, or for a new one. What is nil stays as it is.
public struct SettingsChange: Sendable, Hashable {
    /// 1 to 1,000 dice.
    public var dice: [DieShape]?
    /// The players in the order of their turns, each once; empty for everybody.
    public var players: [String]?
    /// 1 to 1,000; 0 for any number.
    public var rollsPerTurn: Int?
    /// How many times faster than usual the dice move; one of `Limits.pace`; 1 as usual.
    public var pace: Double?
    /// Whether the dice are real ones, whose faces are entered.
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

    /// Whether it asks for something, and for nothing that a match depends on.
    public var isApartFromPlay: Bool {
        self != SettingsChange() && dice == nil && players == nil && rollsPerTurn == nil
            && hand == nil
    }
}
