public import DiceGames
public import DiceModel

/// The chain of a table's history: each entry's link holds the one before it. If an entry is altered, left out, put in
/// or moved, every later link becomes another one.
public enum Chain {
    /// What stands before the first entry.
    public static let start = String(repeating: "0", count: Digest.length)

    /// The link of a turn. What is covered, and how, is in dice-protocol(7).
    /// - Parameters:
    ///   - previous: the link of the entry before it, or `start`.
    ///   - document: the compact JSON of a game.
    public static func link(_ turn: Turn, after previous: String, document: (Game) -> [UInt8]) -> String {
        var text = ChainText(previous)
        text.begin(turn.proof.edition, turn.table, entered: turn.entered)
        text.field(turn.turn)
        text.field(turn.proof.seed ?? "")
        text.field(turn.dice.lazy.map(\.sides))
        text.field(turn.endedAt.description)
        text.field(turn.dice.lazy.filter(\.locked).map(\.die))
        text.field(turn.by)
        for roll in turn.rolls {
            text.line("")
            text.append(roll.roll)
            text.field(roll.at.description)
            text.field(roll.outcome.rawValue)
            text.field(roll.rolled)
            text.field(roll.values)
            text.field(roll.chance.entropy ?? "")
            text.field(roll.chance.reveals ?? [])
            if turn.proof.edition != nil, roll.outcome == .void {
                text.field(roll.reason?.rawValue ?? "")
                text.field((roll.absent ?? []).map { Digest.text(of: $0) })
            }
            text.field(roll.by)
        }
        let own = turn.dice.compactMap { die in
            die.faces.map { "\(die.die)=\(Digest.text(of: $0.joined(separator: "\n")))" }
        }
        if !own.isEmpty {
            text.line("faces")
            text.field(own)
        }
        if let score = turn.match.score { text.line(of: score) }
        if let game = turn.match.game {
            text.line("game")
            text.field(Digest.text(of: document(game)))
            text.field((turn.match.players ?? []).map { Digest.text(of: $0) })
        }
        if let winners = turn.match.winners { text.line(of: winners, among: turn.match.players ?? []) }
        return Digest.text(of: text.bytes)
    }

    /// The link of a correction.
    ///
    /// - Parameter players: of the match, in the order in which they are up.
    public static func link(_ correction: Correction, after previous: String, players: [String]) -> String {
        var text = ChainText(previous)
        text.begin(correction.edition, correction.table)
        text.field("correction")
        text.field(correction.turn)
        text.field(correction.endedAt.description)
        text.field(correction.by)
        text.line(of: correction.score)
        if let winners = correction.winners { text.line(of: winners, among: players) }
        return Digest.text(of: text.bytes)
    }

    /// The link of a throw.
    public static func link(_ thrown: ThrowResult, after previous: String) -> String {
        var text = ChainText(previous)
        text.begin(thrown.proof.edition, thrown.table, entered: thrown.entered)
        text.field("throw")
        text.field(thrown.number)
        text.field(thrown.proof.seed ?? "")
        text.field(thrown.endedAt?.description ?? "")
        text.line(Digest.text(of: thrown.expression))
        text.field(thrown.outcome.rawValue)
        text.field(thrown.faces ?? [])
        text.field(thrown.chance.entropy ?? "")
        text.field(thrown.chance.reveals ?? [])
        text.field(thrown.by)
        return Digest.text(of: text.bytes)
    }
}

/// Lines of fields, as bytes: histories may have 100,000 links, and strings take three times as long.
private struct ChainText {
    private(set) var bytes: [UInt8] = []

    init(_ first: String) {
        bytes.reserveCapacity(1_024)
        bytes.append(contentsOf: first.utf8)
    }

    /// The line that names the entry; its edition stands first if it has one, with an `e` behind it if its faces were entered.
    mutating func begin(_ edition: Int?, _ table: String, entered: Bool? = nil) {
        guard let edition else { return line(table) }
        line(entered == true ? "\(edition)e" : String(edition))
        field(table)
    }

    mutating func line(_ first: String) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: first.utf8)
    }

    mutating func line(of score: Match.Score) {
        line("score")
        field(score.match)
        field(score.box ?? "-")
        field(score.points)
        field(score.bonuses.map { "\($0.name)=\($0.points)" })
    }

    mutating func line(of winners: [String], among players: [String]) {
        line("winners")
        field(winners.map { winner in (players.firstIndex(of: winner) ?? -1) + 1 })
    }

    mutating func field(_ text: String) {
        bytes.append(UInt8(ascii: "|"))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func field(_ number: Int) {
        bytes.append(UInt8(ascii: "|"))
        append(number)
    }

    mutating func field(_ numbers: some Sequence<Int>) {
        bytes.append(UInt8(ascii: "|"))
        for (index, number) in numbers.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(number)
        }
    }

    mutating func field(_ texts: [String]) { field(texts.joined(separator: ",")) }

    mutating func append(_ number: Int) {
        guard (0...9).contains(number) else { return bytes.append(contentsOf: String(number).utf8) }
        bytes.append(UInt8(ascii: "0") + UInt8(number))
    }
}
