import DiceGames
package import DiceModel

/// Each player's results over the counted turns: the points of a game, else the dice.
package struct Totals: Hashable {
    package struct PlayerTotals: Hashable {
        var turns = 0, sum = 0
        package var best = 0

        package init(turns: Int = 0, sum: Int = 0, best: Int = 0) {
            self.turns = turns
            self.sum = sum
            self.best = best
        }

        /// The mean with one decimal, rounded half up.
        package var mean: String {
            guard turns > 0 else { return "0.0" }
            let rest = (sum * 20 + turns) % (turns * 2)
            let tenths = (sum * 20 + turns) / (turns * 2) - (rest < 0 ? 1 : 0)
            let sign = tenths < 0 ? "-" : ""
            return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
        }
    }

    private var players: [String: PlayerTotals] = [:]

    package init() {}

    /// - Parameter corrected: The points of corrected turns, by the turn's id.
    package mutating func count(_ turns: [Turn], corrected: [Int: Int] = [:]) {
        for turn in turns {
            let points = corrected[turn.id] ?? turn.score?.points ?? turn.total
            let before = players[turn.by] ?? PlayerTotals(best: points)
            players[turn.by] = PlayerTotals(
                turns: before.turns + 1,
                sum: before.sum + points,
                best: max(before.best, points)
            )
        }
    }

    package static let header = ["PLAYER", "TURNS", "MEAN", "BEST"]

    /// A row for each player, sorted by name.
    package var rows: [[String]] {
        players.sorted { $0.key < $1.key }.map { name, player in
            [name, String(player.turns), player.mean, String(player.best)]
        }
    }
}
