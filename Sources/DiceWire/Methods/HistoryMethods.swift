public import DiceModel

extension Method where Params == HistoryQuery, Result == HistoryPage {
    public static var history: Self {
        Self(
            "table.history",
            "Lists completed turns, throws, corrections, rests, or all of them, newest first.",
            result: "page",
            isSafeToRepeat: true,
            table: { $0.table.name },
            player: { $0.viewer },
            errors: [.tableNotFound, .notAllowed, .storageFailed],
            examples: [HistoryQuery(of: .default)]
        )
    }
}

extension Method where Params == FaceQuery, Result == FaceStatistics {
    public static var stats: Self {
        Self(
            "table.stats",
            "Counts the faces rolled, by size of die and by player, and tests them against fair dice.",
            result: "statistics",
            isSafeToRepeat: true,
            table: { $0.table.name },
            errors: [.tableNotFound, .storageFailed],
            examples: [FaceQuery(table: .one(.default))]
        )
    }
}

extension HistoryQuery: Message {
    static var blank: Self { Self(of: .default) }

    mutating func visit(_ field: inout Fields) {
        var viewer = viewer
        field.tables(&table)
        field(
            "limit",
            &limit,
            .within(Limits.historyPage),
            default: Self.defaultLimit,
            isWritten: true,
            "The maximum number of entries; 20 by default."
        )
        field(
            "before",
            &before,
            .within(1...Int.max),
            "Only entries with an id lower than this."
        )
        field("by", &by, .label, "Only entries of this player.")
        field("since", &since, .any, "Only entries that ended at this time or later.")
        field("until", &until, .any, "Only entries that ended before this time.")
        field(
            "kind",
            &kind,
            default: .turn,
            "The kind of entries: turns (the default), throws, corrections, rests, or all."
        )
        field.viewer(&viewer)
        field(
            "archived",
            &archived,
            default: false,
            "True for only the throws that were secret when archived; false by default."
        )
        viewers = viewer.map { [$0] } ?? []
    }

}

extension TableSelection: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        self = json.string == "*" ? .all : .one(try TableName(json: json))
    }

    public func write(to json: inout JSONWriter) {
        switch self {
        case .one(let table): table.write(to: &json)
        case .all: json.string("*")
        }
    }

    static var wireForm: Form<TableSelection> {
        Form(
            schema: .oneOf([.tableName, .enumeration(["*"])]),
            rule: TableName.form + ", or \"*\""
        )
    }
}

extension HistoryPage: Message {
    static var blank: Self { Self(entries: [], more: false) }

    mutating func visit(_ field: inout Fields) {
        field("entries", &entries, .atMost(Limits.historyPage.upperBound))
        field("more", &more)
        field(
            "damaged",
            &damaged,
            .count,
            "The number of entries omitted because they cannot be read."
        )
        field.archived(&archived)
    }
}

extension FaceQuery: Message {
    static var blank: Self { Self(table: .all) }

    mutating func visit(_ field: inout Fields) {
        field.tables(&table)
        field("by", &by, .label, "Only the dice that this player rolled.")
        field("sides", &sides, .within(Limits.sidesPerDie), "Only dice of this size.")
        field("since", &since, .any, "Only dice of entries that ended at this time or later.")
        field("until", &until, .any, "Only dice of entries that ended before this time.")
        field.progress(&progress)
    }
}

extension Fields {
    fileprivate mutating func tables(_ tables: inout TableSelection) {
        self(
            "table",
            &tables,
            default: .one(.default),
            isWritten: true,
            "The table, or \"*\" for all; \"default\" by default."
        )
    }
}

extension FaceCounts: Message {
    static var blank: Self { Self(by: nil, counts: []) }

    mutating func visit(_ field: inout Fields) {
        field("sides", &sides, .integer(Limits.sidesPerDie))
        field("by", &by, .label, "The player who rolled the dice; absent for all players.")
        field.entered(&entered)
        field("fate", &fate, .any, "True for Fate dice: faces 1, 2, 3 are −, 0, +.")
        field("counts", &counts, .counts, "The counts of the faces 1, 2, …")
        field("rolls", &rolls, .number, "The number of dice rolled.")
        field("mean", &mean, .real(1...Double(Limits.sidesPerDie.upperBound)))
        field("chiSquare", &chiSquare, .real(0...Double.infinity))
        field("degrees", &degrees, .number)
        field("p", &p, .real(0...1), "The probability that fair dice deviate at least as much.")
        field.require(
            counts.count == sides && counts.reduce(0, +) == rolls && degrees == sides - 1,
            "a count of each face"
        )
    }
}

extension FaceStatistics: Message {
    static var blank: Self { Self(table: "", faces: []) }

    mutating func visit(_ field: inout Fields) {
        field(
            "table",
            &table,
            Form(
                schema: TableSelection.wireForm.schema,
                isPossible: { $0 == "*" || TableName($0) != nil }
            )
        )
        field("faces", &faces)
    }
}

extension Form<[Int]> {
    /// The count of each face of a die.
    static var counts: Self {
        let sides = Limits.sidesPerDie
        let count = Form<Int>.count
        return Form(
            schema: .array(of: count.schema, count: sides),
            isPossible: { sides.contains($0.count) && $0.allSatisfy(count.isPossible) }
        )
    }
}
