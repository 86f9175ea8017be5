package import DiceModel
import DiceNotation
import DiceProof
import DiceWire

/// A valid history of two tables, from fixed seeds.
package enum SampleHistory {
    /// The positions of the third turn of `home` and of its throw 6, each with entries before and
    /// after it.
    package static let places = (turn: 8, thrown: 10)

    /// Returns turns of five dice and throws at `home`, with a few turns at `away` between them.
    ///
    /// - Parameter edition: the edition; `nil` for the editions before the third.
    package static func entries(_ edition: Int? = Edition.known.upperBound) throws
        -> [HistoryEntry]
    {
        var entries: [HistoryEntry] = []
        for number in 1...4 {
            entries.append(.turn(turn(number, edition)))
            entries.append(.turn(turn(number, of: "away", edition)))
            entries.append(.thrown(try thrown(2 * number, edition)))
            // Throws end in a different order from the one in which they start.
            entries.append(.thrown(try thrown(2 * number - 1, edition)))
        }
        return chained(entries)
    }

    package static let expressions = [
        "4d6", "3dF", "2d6+1d20", "5d6!", "1d6/(1d6*0)", "4d6kh3+2", "2x3d6",
        "2d20kl1+4d4r<2",
    ]

    package static func hex(_ text: String, _ digits: Int) -> String {
        String(Digest.text(of: text).prefix(digits))
    }

    package static func instant(_ seconds: Int) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: 1_796_000_000_123 + Int64(seconds) * 1_000)
    }

    /// Returns a turn with two rolls and a void roll between them, locks, reveals, and dice of
    /// several sizes.
    package static func turn(
        _ number: Int,
        of table: String = "home",
        seed text: String? = nil,
        _ edition: Int? = Edition.known.upperBound,
        hasEntropy: Bool = true,
        seeded: Bool? = nil
    ) -> Turn {
        let seed = Seed(hex: hex(text ?? "\(table) \(number)", 64))
        let sides = [6, 6, 20, 2, 1_000]
        var values = [1, 1, 1, 1, 1]
        var rolls: [RollRecord] = []
        for (roll, rolled) in [(1, [1, 2, 3, 4, 5]), (2, []), (3, [1, 3, 4])] {
            let entropy =
                roll == 2 || !hasEntropy
                ? "" : hex("entropy \(table) \(number) \(roll)", 32)
            let reveals =
                roll == 1 ? ["a", "b"].map { hex("\($0) \(table) \(number)", 32) } : []
            if let seed {
                var faces = FaceStream(
                    seed,
                    table: table,
                    turn: number,
                    roll: roll,
                    chance: RollChance(entropy: entropy, reveals: reveals)
                )
                for die in rolled {
                    values[die - 1] = faces.face(sides: sides[die - 1])
                }
            }
            rolls.append(
                RollRecord(
                    roll: roll,
                    by: "ann|b",
                    at: instant(100 * number + roll),
                    outcome: roll == 2 ? .void : .completed,
                    rolled: rolled,
                    values: values,
                    chance: RollChance(entropy: entropy, reveals: reveals),
                    reason: roll == 2 && edition != nil ? .absent : nil,
                    absent: roll == 2 ? ["bo"] : nil
                )
            )
        }
        let dice = (0..<5).map {
            TurnDie(
                die: $0 + 1,
                sides: sides[$0],
                value: values[$0],
                locked: [1, 4].contains($0)
            )
        }
        return Turn(
            id: 0,
            table: table,
            turn: number,
            endedAt: instant(100 * number + 9),
            by: "ann",
            rolls: rolls,
            dice: dice,
            total: values.reduce(0, +),
            proof: EntryProof(
                commitment: seed?.commitment,
                seed: seed?.hex,
                seeded: seeded,
                edition: edition
            )
        )
    }

    package static func thrown(
        _ number: Int,
        _ edition: Int? = Edition.known.upperBound,
        _ expression: String? = nil,
        table: String = "home"
    ) throws -> ThrowResult {
        let expression = expression ?? expressions[number - 1]
        let seed = Seed(hex: hex("throw \(number)", 64))
        let entropy = hex("entropy throw \(number)", 32)
        var faces: FaceStream?
        if let seed {
            faces = FaceStream(
                seed,
                table: table,
                throw: number,
                chance: RollChance(entropy: entropy, reveals: [])
            )
        }
        let grammar = Edition.grammar(of: edition)
        let evaluation = try Edition.evaluate(
            Expression(parsing: expression, grammar),
            of: edition
        ) {
            faces?.face(sides: $0) ?? 1
        }
        var result = ThrowResult(
            evaluation,
            table: table,
            number: number,
            expression: expression,
            by: "bo",
            room: Edition.textRoom(of: edition)
        )
        result.endedAt = instant(100 * number + 50)
        result.faces = evaluation.draws.map(\.face)
        result.entropy = entropy
        result.reveals = []
        result.edition = edition
        result.commitment = seed?.commitment
        result.seed = seed?.hex
        return result
    }

    /// Returns a throw as strangers receive it while it is secret.
    package static func hidden(_ result: ThrowResult) -> ThrowResult {
        var hidden = ThrowResult(
            table: result.table,
            number: result.number,
            endedAt: result.endedAt,
            expression: result.expression,
            by: result.by,
            outcome: .other(""),
            total: nil,
            dice: [],
            text: "",
            hidden: true
        )
        hidden.chance = result.chance
        hidden.proof = EntryProof(
            commitment: result.commitment,
            edition: result.edition
        )
        hidden.digest =
            Edition.hasDigests(result.edition) ? Chain.digest(of: result) : nil
        hidden.chain = hex("hidden \(result.number)", 64)
        return hidden
    }

    /// Returns the entries with ids from 1 and chain hashes, as a store returns them.
    package static func chained(_ entries: [HistoryEntry]) -> [HistoryEntry] {
        var links: [String: String] = [:]
        var players: [String: [String]] = [:]
        return entries.enumerated().map { index, entry in
            let previous = links[entry.table] ?? Chain.start
            let known = players[entry.table] ?? []
            switch entry {
            case .turn(var turn):
                turn.id = index + 1
                players[turn.table] = turn.players ?? known
                if turn.commitment != nil {
                    turn.proof.take(
                        Chain.link(turn, after: previous) { $0.jsonBytes() }
                    )
                    links[turn.table] = turn.chain
                }
                return .turn(turn)
            case .thrown(var result):
                result.id = index + 1
                guard result.commitment != nil else { return .thrown(result) }
                if result.hidden != true {
                    result.proof.take(Chain.link(result, after: previous))
                } else if let digest = result.digest {
                    result.chain = Chain.link(digest, after: previous)
                }
                links[result.table] = result.chain
                return .thrown(result)
            case .corrected(var correction):
                correction.id = index + 1
                correction.take(Chain.link(correction, after: previous, players: known))
                links[correction.table] = correction.chain
                return .corrected(correction)
            case .rested(var rest):
                rest.id = index + 1
                if rest.joins == true {
                    players[rest.table] = known + [rest.player]
                }
                rest.take(
                    Chain.link(
                        rest,
                        after: previous,
                        players: players[rest.table] ?? []
                    )
                )
                links[rest.table] = rest.chain
                return .rested(rest)
            }
        }
    }

    /// Returns the entries in their current order, with ascending ids.
    package static func renumbered(_ entries: [HistoryEntry]) -> [HistoryEntry] {
        entries.enumerated().map { index, entry in
            switch entry {
            case .turn(var turn):
                turn.id = index + 1
                return .turn(turn)
            case .thrown(var result):
                result.id = index + 1
                return .thrown(result)
            case .corrected(var correction):
                correction.id = index + 1
                return .corrected(correction)
            case .rested(var rest):
                rest.id = index + 1
                return .rested(rest)
            }
        }
    }
}
