import DiceGames
import DiceModel

/// What the check of a correction needs to know of the turn before it.
struct EndedTurn: Sendable {
    let by: String
    let faces: [Int]
    /// Those that count.
    let rolls: Int
    /// The number of its match; nil if it has no score.
    let match: Int?
    /// Those of its match, if its entry tells them.
    let players: [String]?

    init(_ turn: Turn) {
        by = turn.by
        faces = turn.dice.map(\.value)
        rolls = turn.rolls.count { $0.outcome != .void }
        match = turn.match.score?.match
        players = turn.match.players
    }
}
