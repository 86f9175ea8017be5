import DiceGames
import DiceModel
import DiceNotation
import DiceTable
import DiceWire
import Logging

/// A table's configuration: its dice, its players and its game.
extension Table {
    /// Starts the next match. A match in which nothing has happened remains, because two players
    /// may ask for the same one.
    func beginNewGame(by: String, standing: Standing, isBot: Bool = false) async throws {
        try await change {
            let plan = try group.planNewGame(
                by: by,
                standing: standing,
                at: now(),
                isBot: isBot
            )
            guard let (ending, stored) = plan else { return }
            let isWhole = group.contradictions.isEmpty
            if let ending {
                _ = try await finish(ending, leaving: stored)
            }
            if ending == nil || !isWhole {
                try await store.save(stored, adding: nil)
                group.beginMatch(stored)
            }
            notePresence()
            announceTable()
            logger.info(
                "match begun",
                metadata: ["by": "\(by)", "match": "\(stored.match?.number ?? 0)"]
            )
        }
    }

    func configure(_ params: ConfigureParams, by: String, standing: Standing) async throws {
        try await change {
            let joining = namesJoining(params)
            guard joining.isEmpty else {
                return try await addPlayers(joining, by: by, standing: standing)
            }
            var change = params.change
            // A table keeps its current dice even if they exceed today's limits.
            if let dice = change.dice, dice != group.stored.dice.map(\.shape) {
                change.dice = try Tables.checked(dice)
            }
            let mayBegin = group.match == nil && params.game != nil
            let last =
                mayBegin
                ? try await store.matches(of: group.name, before: nil, limit: 1).page
                    .first?.match
                : nil
            let stored = try group.planConfiguration(
                change,
                game: try params.game.map { try $0.game() },
                lastMatch: last ?? 0
            )
            let maxRolls = Limits.valuesPerTurn / stored.dice.count
            guard stored.settings.rollsPerTurn ?? 0 <= maxRolls else {
                throw WireError.tooManyRolls(maxRolls)
            }
            guard stored != group.stored else { return }
            try await store.save(stored, adding: nil)
            group.configure(stored)
            checkContributors()
            asking.remove(stored.settings.players ?? [])
            notePresence()
            announceTable()
            logger.info("table configured")
        }
    }

    /// Returns the names of the players whom the configuration adds to the open match.
    func namesJoining(_ params: ConfigureParams) -> [String] {
        params.game == nil ? group.namesJoining(params.change) : []
    }

    /// Adds players to the open match.
    private func addPlayers(_ names: [String], by: String, standing: Standing) async throws {
        for name in names {
            let planned = try group.planJoin(of: name, by: by, standing: standing, at: now())
            if let entry = planned.entry {
                let stored = try await store.rest(entry, leaving: planned.stored)
                group.join(planned.stored)
                announce(.playerRests(stored), by: by)
            } else {
                try await store.save(planned.stored, adding: nil)
                group.join(planned.stored)
            }
            logger.info("player joins", metadata: ["by": "\(by)", "player": "\(name)"])
        }
        checkContributors()
        asking.remove(names)
        notePresence()
        announceTable()
    }

    func announceTable() {
        let planned =
            subscribers.wantPlans ? TableEvent.Kind.tableChanged(plannedSnapshot) : nil
        announce(.tableChanged(snapshot), planned: planned)
    }
}

extension Tables {
    /// Returns the dice as stored. Throws `limitExceeded` if there are too many, and
    /// `invalidParams` for an invalid face.
    static func checked(_ dice: [DieShape]) throws(WireError) -> [DieShape] {
        guard Limits.dicePerTable.contains(dice.count) else {
            let range = Limits.dicePerTable
            throw WireError(
                .diceOfTable,
                [
                    "count": dice.count,
                    "limit": dice.isEmpty ? range.lowerBound : range.upperBound,
                ]
            )
        }
        if let wrong = dice.map(\.sides).first(where: {
            !Limits.sidesPerDie.contains($0)
        }) {
            let range = Limits.sidesPerDie
            throw WireError(
                .sidesOfDie,
                ["count": wrong, "limit": wrong < 2 ? range.lowerBound : range.upperBound]
            )
        }
        var checked = dice
        for (index, die) in dice.enumerated() {
            for (side, text) in (die.faces ?? []).enumerated() {
                do throws(NotationError) {
                    checked[index].faces?[side] = try Face(parsing: text.inNFC)
                        .description
                } catch {
                    if case .length(let excess) = error.reason {
                        throw .tooLong(excess, "face \(side + 1) of die \(index + 1)")
                    }
                    throw WireError(
                        .invalidFace,
                        [
                            "face": side + 1, "die": index + 1, "problem": error.message,
                            "param": "dice",
                        ]
                    )
                }
            }
        }
        // The size of the faces on the wire, where a blank face is `blank`.
        let bytes = checked.reduce(0) {
            $0 + ($1.faces ?? []).reduce(0) { $0 + $1.utf8.count }
        }
        if bytes > Limits.facesPerTable {
            throw WireError(
                .facesOfTable,
                [
                    "limit": Limits.facesPerTable, "actual": bytes,
                    "unit": TextExcess.Unit.bytes.rawValue,
                ]
            )
        }
        return checked
    }
}
