/// Who plays at a table, in which order, how often a turn rolls and how fast dice move. Without players everybody plays.
public struct TurnRules: Sendable, Hashable {
    /// The players in the order of their turns, each once.
    public private(set) var players: [String]
    /// Whose turn it is; nil without players.
    public var up: String?
    /// nil for any number.
    public var rollsPerTurn: Int?
    /// How many times faster than usual the dice move; one of `Limits.pace`.
    public var pace: Double

    /// - Parameter up: the first of the players if it is not one of them.
    public init(players: [String] = [], up: String? = nil, rollsPerTurn: Int? = nil, pace: Double = 1) {
        (self.players, self.up, self.rollsPerTurn, self.pace) = (players, up, rollsPerTurn, pace)
        seat(players)
    }

    /// The player who is up stays up if they still play; else the first is up.
    public mutating func seat(_ players: [String]) {
        self.players = players
        if up.map(players.contains) != true { up = players.first }
    }

    /// The next player is up, after the last one the first.
    public mutating func handOn() {
        guard let index = players.firstIndex(where: { $0 == up }) else { return }
        up = players[(index + 1) % players.count]
    }
}
