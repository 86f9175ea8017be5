import DiceModel
import ProgramTestSupport
import Testing

/// Several players at one table who interfere with each other. Every answer must match the table's
/// history.
actor Crowd {
    static let table = "default"

    private struct Number: Hashable, Comparable {
        var turn: Int
        var roll: Int
        static func < (one: Number, other: Number) -> Bool {
            (one.turn, one.roll) < (other.turn, other.roll)
        }
    }

    private var rolls: [Number: JSON] = [:]
    private var entries: [Int: JSON] = [:]
    private(set) var acknowledged = 0

    /// Plays until the daemon is dead.
    func play(
        with client: Client,
        as player: String,
        seed: UInt64,
        _ progress: Progress
    ) async {
        var luck = SeededGenerator(seed: seed)
        do {
            while true {
                let number = JSON(Int.random(in: 1...5, using: &luck))
                switch Int.random(in: 0..<12, using: &luck) {
                case 0:
                    note(
                        endTurn: try await client.call(
                            "table.endTurn",
                            ["by": .string(player)]
                        ),
                        progress
                    )
                case 1, 2:
                    _ = try await client.call("table.toggleLock", ["dice": [number]])
                case 3: _ = try await client.call("table.cancel")
                case 4:
                    note(
                        roll: try await client.call(
                            "table.roll",
                            ["by": .string(player)]
                        ),
                        progress
                    )
                case 5...7:
                    note(
                        roll: try await client.call(
                            "table.roll",
                            ["by": .string(player), "restart": true]
                        ),
                        progress
                    )
                default:
                    note(
                        roll: try await client.call(
                            "table.roll",
                            ["by": .string(player), "animate": false, "dice": [number]]
                        ),
                        progress
                    )
                }
            }
        } catch {
            #expect(error is Recorded<JSON>.Missing, "\(player): \(error)")
        }
    }

    private func note(roll reply: JSON, _ progress: Progress) {
        let result = reply["result"]
        guard let turn = result["turn"].int, let roll = result["roll"].int else {
            return expectRefusal(reply)
        }
        acknowledged += 1
        progress.changes.append(result)
        #expect(
            rolls.updateValue(result, forKey: Number(turn: turn, roll: roll)) == nil,
            "told twice: \(result)"
        )
    }

    private func note(endTurn reply: JSON, _ progress: Progress) {
        let result = reply["result"]
        guard let turn = result["turn"].int else { return expectRefusal(reply) }
        acknowledged += 1
        progress.changes.append(result)
        #expect(
            entries.updateValue(result.entry, forKey: turn) == nil,
            "told twice: \(result)"
        )
    }

    /// Checks a refusal: players may interfere with each other, and nothing else may fail.
    private func expectRefusal(_ reply: JSON) {
        let reasons: [JSON] = [
            "busy", "dieAnimating", "dieLocked", "allLocked", "nothingRolled",
        ]
        #expect(reasons.contains(reply["error"]["data"]["reason"]), "\(reply)")
    }

    /// Compares the table with every reply so far.
    ///
    /// - Parameter isOver: true to end the open turn, so that its rolls are visible too.
    func check(with client: Client, isOver: Bool) async throws {
        if isOver {
            _ = try await client.call("table.endTurn")
        }
        let found = try #require(try await Found.ask(Self.table, of: client))
        #expect(!found.isRolling)
        let newest = rolls.keys.max() ?? Number(turn: 1, roll: 0)
        #expect(
            Number(turn: found.turn, roll: found.roll) >= newest,
            "the open turn lost a roll"
        )
        #expect(
            found.history.map { $0["turn"].int } == (1..<found.turn).reversed(),
            "one entry a turn"
        )
        let ids = found.history.compactMap { $0["id"].int }
        #expect(ids == ids.sorted(by: >))
        #expect(Set(ids).count == ids.count)
        for entry in found.history {
            let turn = entry["turn"].int ?? 0
            let written = entry["rolls"].array
            #expect(
                !written.isEmpty
                    && written.map { $0["roll"].int }
                        == Array(1...max(written.count, 1))
            )
            #expect(
                entries[turn] == nil || entries[turn] == entry,
                "an ended turn has changed"
            )
            #expect(
                written.last?["values"].ints
                    == entry["dice"].array.map { $0["value"].int },
                "\(entry)"
            )
            for (index, record) in written.enumerated() {
                guard let told = rolls[Number(turn: turn, roll: index + 1)] else {
                    continue
                }
                #expect(
                    record["values"].ints == told["dice"].array.map { $0["value"].int },
                    "\(told)"
                )
                for name in ["by", "outcome", "rolled"] {
                    #expect(record[name] == told[name], "\(told)")
                }
                #expect(
                    told["commitment"] == entry["commitment"],
                    "the seed of turn \(turn) was replaced"
                )
            }
        }
    }
}
