import DiceDrawing
package import DiceModel
import DiceNotation
import DiceProof

/// Shows step by step how the faces of an entry follow from its seed.
package struct ExplainedEntry {
    package private(set) var lines: [String] = []

    package init(_ entry: HistoryEntry) {
        switch entry {
        case .turn(let turn): explain(turn)
        case .thrown(let result): explain(result)
        case .corrected(let correction):
            lines.append("\(EventText.corrected(correction)), \(correction.endedAt)")
            explain(link: correction.chain)
        case .rested(let rest):
            lines.append("\(EventText.rested(rest)), \(rest.endedAt)")
            explain(link: rest.chain)
        }
    }

    private mutating func explain(_ turn: Turn) {
        lines.append(
            "turn \(turn.turn) of \(Printable.text(turn.table)), ended \(turn.endedAt) by \(Printable.text(turn.by))"
        )
        guard let seed = explain(turn.proof) else { return }
        for roll in turn.rolls {
            lines.append(
                "roll \(roll.roll) of \(Printable.text(roll.by))\(EventText.ending(roll.outcome, nil, roll.absent))"
            )
            if roll.outcome == .void {
                continue
            }
            explain(roll.chance)
            if roll.entered == true {
                continue
            }
            var faces = FaceStream(
                seed,
                table: turn.table,
                turn: turn.turn,
                roll: roll.roll,
                chance: roll.chance
            )
            var block = -1
            for die in roll.rolled where turn.dice.indices.contains(die - 1) {
                draw(&faces, sides: turn.dice[die - 1].sides, &block, "die \(die)")
            }
        }
        explain(link: turn.proof.chain)
    }

    private mutating func explain(_ result: ThrowResult) {
        lines.append(
            "throw \(result.number) of \(Printable.text(result.table)) by \(Printable.text(result.by)): "
                + Printable.text(result.expression)
        )
        if result.hidden == true {
            let at = Advice.at(result.table)
            return lines.append(
                "it is secret; to reveal it: dicectl show \(result.number)\(at)"
            )
        }
        guard let seed = explain(result.proof) else { return }
        explain(result.chance)
        var faces = FaceStream(
            seed,
            table: result.table,
            throw: result.number,
            chance: result.chance
        )
        var block = -1
        var count = 0
        let expression = try? Expression(parsing: result.expression, .current, .stored)
        let evaluation =
            result.entered == true
            ? Edition.evaluate(result)
            : try? expression.map {
                try Edition.evaluate($0, of: result.proof.edition) { sides in
                    count += 1
                    return draw(
                        &faces,
                        sides: sides,
                        &block,
                        "face \(count), of a d\(sides)"
                    )
                }
            }
        if let evaluation {
            lines.append(Printable.text(evaluation.text))
        }
        explain(link: result.proof.chain)
    }

    /// Returns the seed; `nil`, after an explanation, if there is nothing to verify with.
    private mutating func explain(_ proof: EntryProof) -> Seed? {
        guard let commitment = proof.commitment else {
            lines.append(
                "recorded before seeds were introduced; it cannot be verified"
            )
            return nil
        }
        lines.append("commitment, sent beforehand: \(commitment)")
        guard let seed = proof.seed.flatMap({ Seed(hex: $0) }) else {
            lines.append("no seed: backups omit the seeds of open turns")
            return nil
        }
        lines.append("seed, revealed at the end: \(seed.hex)")
        lines.append(
            "SHA-256 of the seed: \(seed.commitment)\(seed.commitment == commitment ? "" : ", DIFFERENT")"
        )
        if proof.seeded == true {
            lines.append(
                "the seed follows from the number of diced --seed, so the faces were predictable"
            )
        }
        return seed
    }

    private mutating func explain(_ chance: RollChance) {
        if chance.entered == true {
            return lines.append("  its faces were entered from real dice")
        }
        lines.append(
            "  entropy of the roller: \(chance.entropy.flatMap { $0.isEmpty ? nil : $0 } ?? "none")"
        )
        for (index, reveal) in (chance.reveals ?? []).enumerated() {
            lines.append("  contributor \(index + 1): \(reveal)")
        }
    }

    private mutating func explain(link: String?) {
        if let link {
            lines.append("chain: \(link)")
        }
    }

    /// - Parameter block: the last block that was explained.
    @discardableResult
    private mutating func draw(
        _ faces: inout FaceStream,
        sides: Int,
        _ block: inout Int,
        _ what: String
    ) -> Int {
        let (face, words) = faces.explainedFace(sides: sides)
        for (index, word) in words.enumerated() {
            if word.block > block {
                block = word.block
                lines.append(
                    "  HMAC-SHA256 with the seed over \(faces.text(ofBlock: block))"
                )
            }
            let isLast = index == words.count - 1
            lines.append(
                "  word \(word.position): \(word.value)"
                    + (isLast
                        ? " mod \(sides) + 1 = \(face), \(what)"
                        : " is skipped, because it would favor low faces")
            )
        }
        return face
    }
}
