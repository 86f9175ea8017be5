// The required content of a table's messages.

/// A violation found by the referee.
package enum Objection: Error, CustomStringConvertible {
    /// A message is missing, but may still arrive.
    case missing(String)
    case wrong(String)

    package var description: String {
        switch self {
        case .missing(let what): "missing: \(what)"
        case .wrong(let what): what
        }
    }
}

/// Throws unless both values are equal; the error names the member that differs.
func same(_ told: Value, _ right: Value, _ what: String) throws(Objection) {
    guard told != right else { return }
    if !told.members.isEmpty, !right.members.isEmpty {
        let names = Set(told.members.keys).union(right.members.keys).sorted()
        for name in names {
            try same(told[name], right[name], "\(what).\(name)")
        }
    }
    throw .wrong("\(what): \(told.text) is told, and it is \(right.text)")
}

/// Throws if a message has a member that the referee does not know.
func knows(_ told: Value, _ names: [String], _ what: String) throws(Objection) {
    if let name = told.members.keys.first(where: { !names.contains($0) }) {
        throw .wrong("\(what): nothing is known of a member \(name)")
    }
}

extension Table {
    /// The game as it is sent.
    var game: Value {
        guard let match else { return .null }
        let ended = match.isOver ? max(match.turns - 1, 0) : match.turns
        let sheets = match.sheets.enumerated().map { index, sheet -> Value in
            [
                "player": Value(players.isEmpty ? nil : players[index]),
                "total": Value(sheet.total),
                "boxes": .object(sheet.boxes.mapValues { Value($0) }),
                "bonuses": .object(sheet.bonuses.mapValues { Value($0) }),
            ]
        }
        return [
            "name": match.rules.document["name"], "match": Value(match.number),
            "round": Value(ended / match.sheets.count + 1), "over": .bool(match.isOver),
            "rounds": Value(match.isBank ? nil : match.rules.boxes.count),
            "winners": winners.map { Value($0) } ?? .null, "sheets": .array(sheets),
            "options": options.isEmpty ? .null : .array(options.map(\.value)),
            "turn": Value(match.isBank ? gathered : nil),
        ]
    }

    /// A snapshot without its dice and without members that do not belong to the table.
    private var snapshot: Value {
        [
            "table": .string(name), "turn": Value(turn), "roll": Value(rolls.count),
            "rolling": .bool(isRolling),
            "by": Value(counted.last?.by),
            "players": players.isEmpty ? .null : Value(players),
            "up": Value(up),
            "rollsPerTurn": Value(rollsPerTurn), "rollsLeft": Value(rollsLeft),
            "pace": pace == 1 ? .null : .number(pace),
            "hand": hand ? true : .null,
            "contributors": promises.isEmpty ? .null : .array(contributors),
            "total": isRolling ? .null : Value(values.reduce(0, +)), "game": game,
            "archived": archived,
        ]
    }

    func check(snapshot told: Value) throws(Objection) {
        let others = [
            "revision", "watchers", "watching", "dice", "commitment", "throwCommitment",
            isRolling ? "flight" : "dice",
        ]
        try knows(told, Array(snapshot.members.keys) + others, "snapshot")
        for (name, right) in snapshot.members {
            try same(told[name], right, "snapshot.\(name)")
        }
        if let commitment {
            try same(told["commitment"], .string(commitment), "snapshot.commitment")
        }
        try check(dice: told["dice"].array, all: true)
        if told["flight"] != .null {
            try check(plan: told["flight"]["plan"])
        }
    }

    /// Checks dice as they are sent, except for the faces of dice in flight that have settled.
    func check(dice: [Value], all: Bool = false) throws(Objection) {
        if all {
            try same(
                Value(dice.map { $0["die"].int ?? 0 }),
                Value(numbers),
                "the numbers of the dice"
            )
        }
        for die in dice {
            guard let number = die["die"].int, numbers.contains(number),
                let value = die["value"].int
            else {
                throw .wrong("no die: \(die.text)")
            }
            let isFlying = flight?.rolled.contains(number) == true
            let isMoving =
                isFlying && flight?.settled[number] == nil && die["animating"].isTrue
            let face = flight?.settled[number] ?? values[number - 1]
            guard isFlying || value == face, (1...sides[number - 1]).contains(value)
            else {
                throw .wrong("die \(number) shows \(value), and it is \(face)")
            }
            let isAnimating: Value = isFlying ? die["animating"] : false
            let right: Value = [
                "die": Value(number), "sides": Value(sides[number - 1]),
                "value": Value(value),
                "locked": .bool(locked.contains(number)),
                "animating": isMoving ? true : isAnimating,
            ]
            try same(die, right, "die \(number)")
        }
    }

    /// Checks the plan of the dice in flight.
    func check(plan: Value) throws(Objection) {
        for die in plan.array {
            let values = die["values"].ints
            let times = die["times"].array.compactMap(\.double)
            guard let number = die["die"].int, flight?.rolled.contains(number) == true,
                values.count == 10,
                times.count == 11,
                values.allSatisfy({ (1...sides[number - 1]).contains($0) }),
                times == times.sorted(),
                let last = times.last, (499.9...1_250.1).contains(last * pace)
            else { throw .wrong("the plan of a die is none: \(die.text)") }
        }
    }

    /// Checks the rolls of an entry.
    func check(records: [Value]) throws(Objection) {
        try same(
            Value(records.map { $0["roll"].int ?? 0 }),
            Value(rolls.map(\.number)),
            "the numbers of the rolls"
        )
        for (record, roll) in zip(records, rolls) {
            var right: Value = [
                "roll": Value(roll.number), "by": .string(roll.by), "at": record["at"],
                "outcome": Value(roll.outcome),
                "rolled": Value(roll.rolled), "values": Value(roll.values),
                "entropy": .string(roll.entropy),
                "reveals": Value(roll.reveals),
                "reason": Value(roll.isVoid ? roll.reason : nil),
                "absent": roll.absent.map { Value($0) } ?? .null,
            ]
            if roll.entered != nil {
                right["entropy"] = .null
                right["reveals"] = .null
                right["entered"] = true
            }
            if roll.isUnsure,
                ["completed", "cancelled"].contains(record["outcome"].string)
            {
                right["outcome"] = record["outcome"]
            }
            try same(record, right, "roll \(roll.number)")
        }
    }
}
