import ProgramTestSupport

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
func same(_ told: JSON, _ right: JSON, _ what: String) throws(Objection) {
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
func knows(_ told: JSON, _ names: [String], _ what: String) throws(Objection) {
    if let name = told.members.keys.first(where: { !names.contains($0) }) {
        throw .wrong("\(what): nothing is known of a member \(name)")
    }
}

extension Table {
    /// The game as it is sent.
    var game: JSON {
        guard let match else { return .null }
        let sheets = match.sheets.enumerated().map { index, sheet -> JSON in
            [
                "player": JSON(players.isEmpty ? nil : players[index]),
                "total": JSON(sheet.total),
                "boxes": .object(sheet.boxes.mapValues { JSON($0) }),
                "bonuses": .object(sheet.bonuses.mapValues { JSON($0) }),
                "busts": match.rules.document["threeBusts"] == .null || sheet.busts == 0
                    ? .null : JSON(sheet.busts),
            ]
        }
        return [
            "name": match.rules.document["name"], "match": JSON(match.number),
            "round": JSON(match.round), "over": .bool(match.isOver),
            "rounds": JSON(match.isBank ? nil : match.rules.boxes.count),
            "winners": winners.map { JSON($0) } ?? .null, "sheets": .array(sheets),
            "options": options.isEmpty ? .null : .array(options.map(\.value)),
            "turn": JSON(match.isBank ? gathered : nil),
            "resting": resting.isEmpty ? .null : JSON(resting),
        ]
    }

    /// A snapshot without its dice and without members that do not belong to the table.
    private var snapshot: JSON {
        [
            "table": .string(name), "turn": JSON(turn), "roll": JSON(rolls.count),
            "rolling": .bool(isRolling),
            "by": JSON(counted.last?.by),
            "players": players.isEmpty ? .null : JSON(players),
            "up": JSON(up),
            "rollsPerTurn": JSON(rollsPerTurn), "rollsLeft": JSON(rollsLeft),
            "pace": pace == 1 ? .null : .number(pace),
            "hand": hand ? true : .null,
            "contributors": promises.isEmpty ? .null : .array(contributors),
            "total": isRolling ? .null : JSON(values.reduce(0, +)), "game": game,
            "archived": archived,
        ]
    }

    func check(snapshot told: JSON) throws(Objection) {
        let others = [
            "revision", "watchers", "watching", "away", "bots", "dice", "commitment",
            "throwCommitment",
            isRolling ? "flight" : "dice", "may",
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
    func check(dice: [JSON], all: Bool = false) throws(Objection) {
        if all {
            try same(
                JSON(dice.map { $0["die"].int ?? 0 }),
                JSON(numbers),
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
            let isAnimating: JSON = isFlying ? die["animating"] : false
            let right: JSON = [
                "die": JSON(number), "sides": JSON(sides[number - 1]),
                "value": JSON(value),
                "locked": .bool(locked.contains(number)),
                "animating": isMoving ? true : isAnimating,
            ]
            try same(die, right, "die \(number)")
        }
    }

    /// Checks the plan of the dice in flight.
    func check(plan: JSON) throws(Objection) {
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
    func check(records: [JSON]) throws(Objection) {
        try same(
            JSON(records.map { $0["roll"].int ?? 0 }),
            JSON(rolls.map(\.number)),
            "the numbers of the rolls"
        )
        for (record, roll) in zip(records, rolls) {
            var right: JSON = [
                "roll": JSON(roll.number), "by": .string(roll.by), "at": record["at"],
                "outcome": JSON(roll.outcome),
                "rolled": JSON(roll.rolled), "values": JSON(roll.values),
                "entropy": .string(roll.entropy),
                "reveals": JSON(roll.reveals),
                "reason": JSON(roll.isVoid ? roll.reason : nil),
                "absent": roll.absent.map { JSON($0) } ?? .null,
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
