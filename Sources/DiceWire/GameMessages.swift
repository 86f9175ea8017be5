// The wire format of games.

public import DiceGames
public import DiceModel

extension Sheet: Message {
    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field("player", &player, .label, "The player; absent at a table without players.")
        var points = PointsByName(boxes)
        field("boxes", &points)
        boxes = points.points
        points = PointsByName(bonuses)
        field("bonuses", &points)
        bonuses = points.points
        field(
            "total",
            &total,
            .sum,
            "The points; negative if lost turns cost more than was banked."
        )
        field(
            "busts",
            &busts,
            .count,
            default: 0,
            "The turns in a row that the player has lost, of those that cost points together."
        )
    }
}

/// Points by the name of a box or bonus, in order: `{"ones":3,"chance":21}`.
private struct PointsByName: WireValue, Equatable {
    var points: [NamedPoints]

    init(_ points: [NamedPoints]) {
        self.points = points
    }

    init(json: JSONValue) throws(JSONMismatch) {
        guard case .object(let members) = json else {
            throw JSONMismatch(wanted: "an object")
        }
        points = []
        for member in members {
            points.append(NamedPoints(member.name, try Int(json: member.value)))
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for entry in points { json.member(named: entry.name, entry.points) }
        }
    }

    static var wireForm: Form<Self> { Form(schema: .map(of: .integer(0...Int.max))) }
}

extension Fields {
    /// Visits the bonuses of a turn, which are omitted if there are none.
    fileprivate mutating func bonuses(_ bonuses: inout [NamedPoints]) {
        var points = PointsByName(bonuses)
        self("bonuses", &points, default: PointsByName([]))
        bonuses = points.points
    }
}

extension BoxOption: Message {
    static var blank: Self { Self("", 0) }

    mutating func visit(_ field: inout Fields) {
        field("box", &box)
        field("points", &points, .count)
        field("joker", &isJoker, default: false, "True if scored by the joker rule.")
    }
}

extension GameState: Message {
    static var blank: Self { Self(name: "", match: 0, round: 0, over: false, sheets: []) }

    mutating func visit(_ field: inout Fields) {
        field("name", &name)
        field("match", &match, .number)
        field("round", &round, .number)
        field("rounds", &rounds, .number, "The rounds; absent in bank games.")
        field("over", &over)
        field("winners", &winners, .names, "The winners, once the match is over.")
        field(
            "sheets",
            &sheets,
            .atMost(Limits.players.upperBound),
            default: [],
            "The sheets; absent if the request declined unchanged ones."
        )
        field(
            "options",
            &options,
            .any,
            "The score of each open box with the settled dice, after the first roll of a turn."
        )
        field(
            "turn",
            &turn,
            .count,
            "The points at stake in the open turn of a bank game."
        )
        field("resting", &resting, .names, "The players who rest; absent if nobody does.")
    }

}

extension Match.Score: Message {
    static var blank: Self { Self(match: 0, points: 0) }

    mutating func visit(_ field: inout Fields) {
        field("box", &box, .any, "The box filled; absent in bank games.")
        field("bust", &isBust, default: false, "The turn of a bank game was lost.")
        field("points", &points, .sum, "The points; negative if a lost turn cost some.")
        field.bonuses(&bonuses)
        field("match", &match, .number)
    }
}

extension Correction: Message {
    static var blank: Self {
        Self(
            id: 0,
            table: "",
            endedAt: .blank,
            by: "",
            turn: 0,
            score: .blank,
            edition: 0,
            chain: ""
        )
    }

    mutating func visit(_ field: inout Fields) {
        var box = score.box ?? ""
        field("id", &id, .number)
        field.kind("correction")
        field("table", &table, .tableName)
        field("endedAt", &endedAt)
        field("by", &by, .label)
        field("turn", &turn, .number)
        field("match", &score.match, .number)
        field("box", &box)
        field("points", &score.points, .count)
        field.bonuses(&score.bonuses)
        field("winners", &winners, .names)
        field("edition", &edition, .count)
        field.digest(&digest)
        field("chain", &chain, .digest)
        score.box = box
    }

}

extension MatchRecord: Message {
    static let component = "Match"
    static var blank: Self { Self(match: 0, game: "", startedAt: .blank, sheets: []) }

    mutating func visit(_ field: inout Fields) {
        field("match", &match, .number)
        field("game", &game)
        field("startedAt", &startedAt)
        field(
            "endedAt",
            &endedAt,
            .any,
            "The end of the match; absent if it is in progress or was abandoned."
        )
        field("winners", &winners, .names)
        field("sheets", &sheets, .atMost(Limits.players.upperBound))
    }
}

extension Match.Progress: Message {
    static var blank: Self { Self(number: 0, first: 0, sheets: []) }

    mutating func visit(_ field: inout Fields) {
        field("number", &number, .number)
        field("first", &first, .count)
        field("turns", &turns, .count)
        field("sheets", &sheets)
        field("points", &bankTurn.points, .count)
        field("kept", &bankTurn.kept, .numbers)
        field("closer", &closer, .count)
        field("won", &isWon)
        field("filled", &filled)
        field("order", &order)
    }
}

extension PlayOrder: Message {
    static var blank: Self { Self(up: 0, last: nil) }

    mutating func visit(_ field: inout Fields) {
        var restingList = resting.sorted()
        var servedList = served.sorted()
        field("up", &up, .count)
        field("last", &last, .count)
        field("resting", &restingList)
        field("served", &servedList)
        resting = Set(restingList)
        served = Set(servedList)
    }
}

extension FilledBox: Message {
    static var blank: Self { Self("", before: .blank) }

    mutating func visit(_ field: inout Fields) {
        field("box", &box)
        field("before", &before)
        field("corrections", &corrections, .count)
    }
}
