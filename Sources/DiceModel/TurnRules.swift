/// Who plays at a table, in which order, and how often a turn rolls. Without players everybody plays.
public struct TurnRules: Sendable, Hashable {
    /// In the order in which they are up, each once.
    public private(set) var players: [String]
    /// Whose turn it is; nil without players.
    public private(set) var up: String?
    /// nil for any number.
    public var rollsPerTurn: Int?

    /// - Parameter up: the first of the players where it is none of them.
    public init(players: [String] = [], up: String? = nil, rollsPerTurn: Int? = nil) {
        (self.players, self.up, self.rollsPerTurn) = (players, up, rollsPerTurn)
        seat(players)
    }

    /// Whoever is up stays so while they play on; else the first is.
    public mutating func seat(_ players: [String]) {
        self.players = players
        if up.map(players.contains) != true { up = players.first }
    }

    /// The next player is up, behind the last one the first.
    public mutating func handOn() {
        guard let index = players.firstIndex(where: { $0 == up }) else { return }
        up = players[(index + 1) % players.count]
    }
}
