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
                        json.member("total", Number(asked.number))
                        if let chance = asked.chance {
                            chance.write(to: &json)
                        } else {
                            json.member("probabilityBelow", Number(Distribution.negligible))
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
        json.member("mean", Number(distribution.mean))
        json.member("deviation", Number(distribution.deviation))
        json.member("exact", distribution.isExact)
        let outcomes = zip(distribution.totals, distribution.chances)
        json.member(
            "outcomes",
            outcomes.map { total, chance in
                Members { json in
                    json.member("total", Number(total))
                    chance.write(to: &json)
                }
            })
        if !distribution.failure.isZero {
            json.member("failed", Members { distribution.failure.write(to: &$0) })
        }
        if !distribution.isExact { json.member("rest", Members { distribution.unlisted.write(to: &$0) }) }
    }
}

extension Chance {
    /// Members of an object.
    fileprivate func write(to json: inout JSONWriter) {
        json.member("probability", Number(probability))
        json.member("fraction", fraction)
    }
}

/// An object of what `write` writes.
private struct Members: JSONWritable {
    let members: @Sendable (inout JSONWriter) -> Void

    init(_ members: @escaping @Sendable (inout JSONWriter) -> Void) { self.members = members }

    func write(to json: inout JSONWriter) { json.object(members) }
}

/// A number; null where there is none.
private struct Number: JSONWritable {
    let value: Double?

    init(_ value: Double?) { self.value = value }

    func write(to json: inout JSONWriter) { json.encoded((value.map(NumberText.text) ?? "null").utf8) }
}
