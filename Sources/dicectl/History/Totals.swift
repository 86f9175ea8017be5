internal import DiceModel

/// How each player has done, over the turns that are counted.
struct Totals: Hashable {
    struct Player: Hashable {
        var turns = 0
        /// Sum of the turns' totals.
        var sum = 0
        var best = 0

        /// With one decimal, rounded half up.
        var mean: String {
            let tenths = turns == 0 ? 0 : (sum * 20 + turns) / (turns * 2)
            return "\(tenths / 10).\(tenths % 10)"
        }
    }

    private(set) var players: [String: Player] = [:]

    mutating func count(_ turns: [Turn]) {
        for turn in turns {
            var player = players[turn.by] ?? Player()
            player.turns += 1
            player.sum += turn.total
            player.best = max(player.best, turn.total)
            players[turn.by] = player
        }
    }

    static let header = ["PLAYER", "TURNS", "MEAN", "BEST"]

    /// A row for each player, by name.
    var rows: [[String]] {
        players.sorted { $0.key < $1.key }.map { name, player in
            [name, String(player.turns), player.mean, String(player.best)]
        }
    }
}
