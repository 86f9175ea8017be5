package import DiceGames
import DiceModel

/// The table settings implied by an open match: by its first turn and by the players who joined
/// later.
package struct MatchStart: Sendable, Hashable {
    /// A table setting that is determined by the table's match.
    package enum Setting: String, Sendable, Hashable, CaseIterable {
        case game
        case dice
        case rollsPerTurn
        case hand
        case players
    }

    package var game: Game
    /// True if the match uses real dice; `nil` if that can still change.
    package var hand: Bool?
    /// The players in turn order; empty if all share one sheet.
    package var players: [String]

    package init(game: Game, hand: Bool?, players: [String]) {
        self.game = game
        self.hand = hand
        self.players = players
    }

    /// Creates the start of a table's match before the match's first turn has ended; `nil` without
    /// an open match.
    package init?(_ table: StoredTable) {
        guard let match = table.match, !match.isOver else { return nil }
        self.init(game: match.game, hand: nil, players: match.players)
    }

    /// Returns the settings in which a table contradicts its open match.
    package func contradictions(of table: StoredTable) -> [Setting] {
        Setting.allCases.filter { setting in
            switch setting {
            case .game: table.match?.game != game
            case .dice: table.dice.map(\.shape) != game.shapes
            case .rollsPerTurn: table.settings.rollsPerTurn != game.rollsPerTurn
            case .hand: hand.map { $0 != (table.settings.hand == true) } ?? false
            case .players:
                table.settings.players ?? [] != players
                    || table.match?.players != players
            }
        }
    }

    /// Returns a text such as `its open match contradicts its dice and rollsPerTurn`.
    package static func text(_ settings: [Setting]) -> String {
        let names = settings.map(\.rawValue)
        let last = names.last ?? ""
        let list =
            names.count > 1
            ? "\(names.dropLast().joined(separator: ", ")) and \(last)" : last
        return "its open match contradicts its \(list)"
    }

    /// Restores the settings from the match, so that the table can be shown and the match can be
    /// abandoned. Replaced dice show `values`, or 1.
    package func restore(_ table: inout StoredTable, values: [Int]?) {
        if table.dice.map(\.shape) != game.shapes {
            table.dice = StoredTable.newDice(game.shapes)
            for (index, value) in (values ?? []).enumerated()
            where table.dice.indices.contains(index) {
                if (1...table.dice[index].sides).contains(value) {
                    table.dice[index].value = value
                }
            }
        }
        table.settings.rollsPerTurn = game.rollsPerTurn
        if let hand {
            table.settings.hand = hand ? true : nil
        }
        table.settings.players = players.isEmpty ? nil : players
        let progress = table.match?.progress
        if let progress, table.match?.players == players {
            table.match = Match(game, progress)
        } else {
            table.match = Match(game, number: progress?.number ?? 1, players: players)
        }
        table.settings.up = table.match?.sheet.player
    }
}
