/// The state of a table's game, as clients receive it.
public struct GameState: Sendable, Hashable {
    /// The name of the game.
    public var name: String
    /// The number of the match at its table, from 1.
    public var match: Int
    /// The number of the round, from 1.
    public var round: Int
    /// The number of rounds; `nil` in bank games, which have no limit.
    public var rounds: Int?
    public var over: Bool
    /// The winners; `nil` while the match continues.
    public var winners: [String]?
    /// The sheets in turn order; empty if the sheets are omitted because none has changed.
    public var sheets: [Sheet]
    /// The scores that the dice would give in each box; `nil` while any die is in flight, before
    /// the first roll of a turn, and in a bank game.
    public var options: [BoxOption]?
    /// The points of the open turn of a bank game; `nil` in a sheet game.
    public var turn: Int?
    /// The players who rest, in the order of the list; `nil` if nobody rests.
    public var resting: [String]?

    public init(
        name: String,
        match: Int,
        round: Int,
        rounds: Int? = nil,
        over: Bool,
        winners: [String]? = nil,
        sheets: [Sheet],
        options: [BoxOption]? = nil,
        turn: Int? = nil,
        resting: [String]? = nil
    ) {
        self.name = name
        self.match = match
        self.round = round
        self.rounds = rounds
        self.over = over
        self.winners = winners
        self.sheets = sheets
        self.options = options
        self.turn = turn
        self.resting = resting
    }
}

extension Match {
    /// The state of the match between turns.
    public var state: GameState {
        GameState(
            name: game.name,
            match: number,
            round: round,
            rounds: rounds,
            over: isOver,
            winners: winners,
            sheets: sheets,
            turn: game.bank == nil ? nil : bankTurn.points,
            resting: resting.isEmpty ? nil : resting
        )
    }
}
