// What `table.stats` is asked and answers.

public import DiceModel

extension FaceQuery: Message {
    static let members = Members(
        Self.init,
        Member(
            "table", \.table, .tableName, default: .default, "The table; \"default\" where it is left out."),
        Member("by", ifPresent: \.by, .label, "Only the dice that this player rolled."),
        Member("sides", ifPresent: \.sides, .within(Limits.sidesPerDie), "Only dice of this size."))
}

extension FaceCounts: Message {
    static let members = Members(
        component: "FaceCounts", Self.init(sides:by:counts:rolls:mean:chiSquare:degrees:p:),
        Member("sides", \.sides, .integer(Limits.sidesPerDie)),
        Member("by", ifPresent: \.by, .label, "Whose dice they are; everybody's where it is left out."),
        Member("counts", \.counts, .counts, "How often the faces 1, 2, … came."),
        Member("rolls", \.rolls, .number, "How many dice were rolled."),
        Member("mean", \.mean, .real(1...Double(Limits.sidesPerDie.upperBound))),
        Member("chiSquare", \.chiSquare, .real(0...Double.infinity)),
        Member("degrees", \.degrees, .number),
        Member("p", \.p, .real(0...1), "How likely fair dice are to be as far off, or further."))

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard counts.count == sides, counts.reduce(0, +) == rolls, degrees == sides - 1 else {
            throw JSONMismatch(wanted: "a count of each face")
        }
    }
}

extension FaceStatistics: Message {
    static let members = Members(
        component: "FaceStatistics", Self.init(table:faces:),
        Member("table", \.table, .tableName),
        Member("faces", \.faces))
}

extension Form<[Int]> {
    /// Of each face of a die.
    static var counts: Self {
        let (sides, count) = (Limits.sidesPerDie, Form<Int>.count)
        return Form(
            schema: .array(of: count.schema, count: sides),
            isPossible: { sides.contains($0.count) && $0.allSatisfy(count.isPossible) })
    }
}
