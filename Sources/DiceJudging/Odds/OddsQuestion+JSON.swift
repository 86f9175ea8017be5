import DiceNotation
import DiceOdds
import DiceWire

extension OddsQuestion {
    package var json: [UInt8] {
        JSONWriter.object { json in
            answer.write(to: &json)
            for asked in limits {
                json.member(asked.name) { json in
                    json.member("total", asked.number.double)
                    if let chance = asked.chance {
                        chance.write(to: &json)
                    } else {
                        json.member("probabilityBelow", Distribution.negligible)
                    }
                }
            }
            if let other, let comparison {
                json.member("compare") { json in
                    other.write(to: &json)
                    for (word, chance) in comparison.rows {
                        json.member(word) { chance.write(to: &$0) }
                    }
                }
            }
        }
    }
}

extension OddsAnswer {
    /// Writes the members of an object.
    fileprivate func write(to json: inout JSONWriter) {
        json.member("expression", expression)
        if let word {
            json.member("of", word)
        }
        json.member("mean", distribution.mean ?? .nan)
        json.member("deviation", distribution.deviation ?? .nan)
        json.member("exact", distribution.isExact)
        json.member(
            "outcomes",
            objects: Array(zip(distribution.totals, distribution.chances))
        ) {
            outcome,
            json in
            json.member("total", outcome.0.double)
            outcome.1.write(to: &json)
        }
        if let made {
            json.member("check") { made.write(to: &$0) }
        }
        if !outcomes.isEmpty {
            json.member("results", objects: outcomes) { outcome, json in
                if let words = outcome.words {
                    json.member("result", words)
                }
                outcome.chance.write(to: &json)
            }
        }
        if !distribution.failure.isZero {
            json.member("failed") { distribution.failure.write(to: &$0) }
        }
        if !distribution.isComplete {
            json.member("rest") { distribution.unlisted.write(to: &$0) }
        }
    }
}

extension Chance {
    /// Writes the members of an object.
    fileprivate func write(to json: inout JSONWriter) {
        if isKnown {
            json.member("probability", probability)
        } else {
            json.member("probabilityBelow", Distribution.negligible)
        }
        if isExact {
            json.member("fraction", fraction)
        }
    }
}
