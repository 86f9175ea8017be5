internal import DiceNotation
internal import DiceWire

extension OddsQuestion {
    /// One object.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            answer.write(to: &json)
            for asked in asked {
                json.member(
                    asked.name,
                    Members { json in
                        json.member("total", asked.number.double)
                        if let chance = asked.chance {
                            chance.write(to: &json)
                        } else {
                            json.member("probabilityBelow", Distribution.negligible)
                        }
                    })
            }
            if let other, let comparison {
                json.member(
                    "compare",
                    Members { json in
                        other.write(to: &json)
                        for (word, chance) in comparison { json.member(word, Members { chance.write(to: &$0) }) }
                    })
            }
        }
        return json.bytes
    }
}

extension OddsAnswer {
    /// Members of an object.
    fileprivate func write(to json: inout JSONWriter) {
        json.member("expression", expression)
        json.member("mean", distribution.mean ?? .nan)
        json.member("deviation", distribution.deviation ?? .nan)
        json.member("exact", distribution.isExact)
        let outcomes = zip(distribution.totals, distribution.chances)
        json.member(
            "outcomes",
            outcomes.map { total, chance in
                Members { json in
                    json.member("total", total.double)
                    chance.write(to: &json)
                }
            })
        if !distribution.failure.isZero {
            json.member("failed", Members { distribution.failure.write(to: &$0) })
        }
        if !distribution.isComplete { json.member("rest", Members { distribution.unlisted.write(to: &$0) }) }
    }
}

extension Chance {
    /// Members of an object.
    fileprivate func write(to json: inout JSONWriter) {
        json.member("probability", probability)
        json.member("fraction", fraction)
    }
}

/// An object of what `write` writes.
private struct Members: JSONWritable {
    let members: @Sendable (inout JSONWriter) -> Void

    init(_ members: @escaping @Sendable (inout JSONWriter) -> Void) { self.members = members }

    func write(to json: inout JSONWriter) { json.object(members) }
}
