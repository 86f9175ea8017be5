import DiceDrawing
import DiceModel

/// A person at a table: a player or a watcher.
struct Seat: Hashable {
    let name: String
    let isPlayer: Bool
    let isUp: Bool
    /// True if they watch the table now; `nil` if unknown.
    let isHere: Bool?
    /// True if a bot plays under the name.
    let isBot: Bool
    /// True if it is the person at this screen.
    let isYou: Bool
    /// The players of the table.
    let players: [String]

    /// Returns the players in order, then the others by name; empty if no name is known.
    static func all(of table: TableSnapshot, you: [String]) -> [Seat] {
        let players = table.players ?? []
        let here = table.watching
        let bots = table.bots ?? []
        let seats = players.map { name in
            Seat(
                name: name,
                isPlayer: true,
                isUp: name == table.up,
                isHere: here?.contains(name),
                isBot: bots.contains(name),
                isYou: you.contains(name),
                players: players
            )
        }
        let others = (here ?? []).filter { !players.contains($0) }
        return seats
            + others.map {
                Seat(
                    name: $0,
                    isPlayer: players.isEmpty,
                    isUp: false,
                    isHere: true,
                    isBot: bots.contains($0),
                    isYou: you.contains($0),
                    players: players
                )
            }
    }

    /// `A ann (you)`, `B bo (away)`, `R robo (bot)`, `C carol (watching)`
    var text: String {
        let remark =
            if isYou {
                " (you)"
            } else if isBot {
                " (bot)"
            } else if isHere == false {
                " (away)"
            } else {
                isPlayer ? "" : " (watching)"
            }
        return PlayerTag.text(name, among: players) + remark
    }
}
