import DiceGames
import DiceModel

/// Each player's results over the counted turns: the points of a game, else the dice.
struct Totals: Hashable {
    struct PlayerTotals: Hashable {
        var turns = 0, sum = 0, best = 0

        /// The mean with one decimal, rounded half up.
        var mean: String {
            let tenths = turns == 0 ? 0 : (sum * 20 + turns) / (turns * 2)
            return "\(tenths / 10).\(tenths % 10)"
        }
    }

    private(set) var players: [String: PlayerTotals] = [:]

    mutating func count(_ turns: [Turn]) {
        for turn in turns {
            let before = players[turn.by] ?? PlayerTotals()
            let points = turn.score?.points ?? turn.total
            players[turn.by] = PlayerTotals(
                turns: before.turns + 1,
                sum: before.sum + points,
                best: max(before.best, points)
            )
        }
    }

    static let header = ["PLAYER", "TURNS", "MEAN", "BEST"]

    /// A row for each player, sorted by name.
    var rows: [[String]] {
        players.sorted { $0.key < $1.key }.map { name, player in
            [name, String(player.turns), player.mean, String(player.best)]
        }
    }
}
