package import DiceGames
import DiceHints
package import DiceWire

/// The result of `review --json`.
package struct ReviewAnswer: JSONWritable {
    let table: String
    let match: Match
    let players: [MatchReview.Player]

    package init(table: String, match: Match, players: [MatchReview.Player]) {
        self.table = table
        self.match = match
        self.players = players
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("match", match.number)
            json.member("game", match.game.name)
            json.member("over", match.isOver)
            json.member("players", objects: players, members: write)
        }
    }

    private func write(_ player: MatchReview.Player, to json: inout JSONWriter) {
        if let name = player.name {
            json.member("player", name)
        }
        json.member("start", player.start)
        json.member("luck", player.luck)
        json.member("lost", player.lost)
        json.member("now", player.now)
        json.member("choices", player.choices.count)
        json.member("mean", player.mean)
        json.member("mistakes", objects: player.mistakes) { mistake, json in
            let reviewed = mistake.reviewed
            json.member("turn", mistake.turn)
            json.member("roll", mistake.roll)
            json.member("faces", reviewed.faces)
            json.member("lost", reviewed.loss)
            json.member("made") { write(reviewed.actual, reviewed.faces, to: &$0) }
            json.member("best") { write(reviewed.best, reviewed.faces, to: &$0) }
        }
    }

    private func write(_ choice: HintChoice, _ faces: [Int], to json: inout JSONWriter) {
        switch choice.action {
        case .keep(let dice): json.member("keep", dice.map { faces[$0] })
        case .box(let box): json.member("box", box)
        }
        json.member("expected", choice.expected)
    }
}
