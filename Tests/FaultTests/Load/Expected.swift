import ProgramTestSupport
import Testing

/// The expected state of a table after its acknowledged requests, and its possible states while a
/// request is in progress.
struct Expected: Sendable {
    struct Die: Sendable, Hashable {
        var sides: Int
        var value: Int
        var locked: Bool
    }

    struct Rolled: Sendable {
        var rolled: [Int]
        var values: [Int]
        /// `nil` if no reply contained it.
        var outcome: String?
    }

    /// A requested change.
    enum Change: Sendable {
        case create([Int])
        case delete
        /// - Parameters:
        ///   - shown: the faces of dice that were seen to settle.
        ///   - isStarted: true if anyone was notified of the roll's start.
        case roll([Int], shown: [Int: Int], isStarted: Bool)
        case locks([Int], locked: Bool)
        case endTurn
    }

    var turn = 1
    var dice: [Die]
    /// The rolls of the open turn.
    var rolls: [Rolled] = []
    /// The entries, newest first.
    var history: [JSON] = []

    init(sides: [Int]) {
        dice = sides.map { Die(sides: $0, value: 1, locked: false) }
    }

    /// The numbers of the dice that a roll rolls.
    var unlocked: [Int] { dice.indices.filter { !dice[$0].locked }.map { $0 + 1 } }

    /// Returns the table after a change, with the evidence if the daemon made a different change;
    /// `nil` if the table must not exist.
    ///
    /// - Parameter found: the daemon's state, the only source of the rolled faces and of the turn's
    ///   entry.
    static func after(_ change: Change, of before: Expected?, as found: Found) -> (
        Expected?, complaints: [String]
    ) {
        if case .create(let sides) = change {
            return (Expected(sides: sides), before == nil ? [] : ["created again"])
        }
        guard var after = before else {
            return (nil, ["changed, though it was not there"])
        }
        switch change {
        case .create, .delete: return (nil, [])
        case .locks(let numbers, let locked):
            for number in numbers {
                after.dice[number - 1].locked = locked
            }
            return (after, [])
        case .roll(let rolled, let shown, _):
            var complaints: [String] = []
            for number in rolled where found.dice.indices.contains(number - 1) {
                let value = found.dice[number - 1].value
                after.dice[number - 1].value = value
                if let seen = shown[number], seen != value {
                    complaints.append("die \(number) was seen to show \(seen)")
                }
                if !(1...after.dice[number - 1].sides).contains(value) {
                    complaints.append("die \(number) has no such face")
                }
            }
            after.rolls.append(
                Rolled(rolled: rolled, values: after.dice.map(\.value), outcome: nil)
            )
            return (after, complaints)
        case .endTurn:
            let entry = found.history.first ?? .null
            let complaints = before?.complaints(about: entry) ?? []
            after.history.insert(entry, at: 0)
            after.turn += 1
            after.rolls = []
            for index in after.dice.indices {
                after.dice[index].locked = false
            }
            return (after, complaints)
        }
    }

    /// Returns the errors in the entry of the open turn.
    func complaints(about entry: JSON) -> [String] {
        var wrong: [String] = []
        if entry["turn"].int != turn {
            wrong.append("the entry of turn \(turn) says \(entry["turn"])")
        }
        if Found.dice(entry["dice"]) != dice {
            wrong.append("dice of the entry")
        }
        if entry["total"].int != dice.reduce(0, { $0 + $1.value }) {
            wrong.append("total of the entry")
        }
        let written = entry["rolls"].array
        if written.count != rolls.count {
            wrong.append("\(written.count) rolls in the entry, not \(rolls.count)")
        }
        for (index, (roll, record)) in zip(rolls, written).enumerated() {
            let isSame =
                record["roll"].int == index + 1 && record["rolled"].ints == roll.rolled
                && record["values"].ints == roll.values
                && (roll.outcome == nil || record["outcome"].string == roll.outcome)
            if !isSame {
                wrong.append(
                    "roll \(index + 1) is written as \(record), not as \(roll)"
                )
            }
        }
        return wrong
    }

    /// Returns the differences from the daemon's state; empty if there are none.
    func differences(from found: Found) -> [String] {
        var wrong: [String] = []
        if found.turn != turn {
            wrong.append("turn \(found.turn), not \(turn)")
        }
        if found.roll != rolls.count {
            wrong.append("roll \(found.roll), not \(rolls.count)")
        }
        if found.dice != dice {
            wrong.append("dice \(found.dice), not \(dice)")
        }
        if found.history != history {
            wrong.append(
                "history of \(found.history.count) turns, not \(history.count)"
            )
        }
        return wrong
    }
}

/// A table as the daemon reports it.
struct Found: Sendable {
    var turn: Int
    var roll: Int
    var dice: [Expected.Die]
    var history: [JSON]
    var isRolling: Bool

    init(snapshot: JSON, history: [JSON]) {
        turn = snapshot["turn"].int ?? 0
        roll = snapshot["roll"].int ?? 0
        dice = Self.dice(snapshot["dice"])
        isRolling =
            snapshot["rolling"] != false
            || snapshot["dice"].array.contains { $0["animating"] != false }
        self.history = history
    }

    static func dice(_ json: JSON) -> [Expected.Die] {
        json.array.map {
            Expected.Die(
                sides: $0["sides"].int ?? 0,
                value: $0["value"].int ?? 0,
                locked: $0["locked"].bool ?? false
            )
        }
    }

    /// Returns `nil` if the table does not exist.
    static func ask(_ table: String, of client: Client) async throws -> Found? {
        let reply = try await client.call("table.get", ["table": .string(table)])
        if reply["error"]["data"]["reason"] == "tableNotFound" {
            return nil
        }
        var entries: [JSON] = []
        var isWhole = false
        while !isWhole {
            var params: JSON = ["table": .string(table), "limit": 1000]
            if let last = entries.last {
                params = ["table": .string(table), "limit": 1000, "before": last["id"]]
            }
            let page = try await client.result("table.history", params)
            entries += page["entries"].array
            isWhole = page["more"] != true
        }
        return Found(snapshot: reply["result"], history: entries)
    }
}
