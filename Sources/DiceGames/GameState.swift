/// What a table tells of its game.
public struct GameState: Sendable, Hashable {
    /// The game's.
    public var name: String
    /// Of the table, from 1.
    public var match: Int
    /// From 1.
    public var round: Int
    /// nil of a bank game, which has as many as it takes.
    public var rounds: Int?
    public var over: Bool
    /// Who has won; nil while the match goes on.
    public var winners: [String]?
    /// In the order in which they are up; empty where they are left out, as none has changed.
    public var sheets: [Sheet]
    /// What the dice would score; nil while any animates, before the first roll of a turn, and in a
    /// bank game.
    public var options: [BoxOption]?
    /// The points that the open turn of a bank game has gathered; nil in a sheet game.
    public var turn: Int?

    public init(
        name: String,
        match: Int,
        round: Int,
        rounds: Int? = nil,
        over: Bool,
        winners: [String]? = nil,
        sheets: [Sheet],
        options: [BoxOption]? = nil,
        turn: Int? = nil
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
    }
}

extension Match {
    /// - Parameters:
    ///   - faces: what the dice show; nil if a die animates or nothing was rolled.
    ///   - roll: of the turn, from 1.
    ///   - locked: the faces of the dice that were locked since the last roll.
    public func state(faces: [Int]?, roll: Int, locked: [Int]) -> GameState {
        GameState(
            name: game.name,
            match: number,
            round: round,
            rounds: rounds,
            over: isOver,
            winners: winners,
            sheets: sheets,
            options: game.sheet == nil || isOver
                ? nil : faces.map { options($0, roll: roll) },
            turn: game.bank == nil ? nil : gathered(locked) ?? bankTurn.points
        )
    }
}
