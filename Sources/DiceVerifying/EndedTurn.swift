import DiceGames
import DiceModel

/// The facts about a turn that are needed to check a correction of that turn.
struct EndedTurn: Sendable {
    let by: String
    let faces: [Int]
    /// The number of rolls that count.
    let rolls: Int
    /// The number of the turn's match; `nil` if the turn has no score.
    let match: Int?
    /// The players of the turn's match, if the turn's entry lists them.
    let players: [String]?

    init(_ turn: Turn) {
        by = turn.by
        faces = turn.dice.map(\.value)
        rolls = turn.rolls.count { $0.outcome != .void }
        match = turn.match.score?.match
        players = turn.match.players
    }
}
