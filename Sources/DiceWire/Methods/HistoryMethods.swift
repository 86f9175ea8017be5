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
    static let members = Members(
        Self.init,
        tableMember,
        Member(
            "limit",
            \.limit,
            .within(Limits.historyPage),
            default: defaultLimit,
            isAlwaysWritten: true,
            "The maximum number of entries; 20 by default."
        ),
        Member(
            "before",
            ifPresent: \.before,
            .within(1...Int.max),
            "Only entries with an id lower than this."
        ),
        Member(
            "by",
            ifPresent: \.by,
            .label,
            "Only entries of this player."
        ),
        Member(
            "since",
            ifPresent: \.since,
            Timestamp.wireForm,
            "Only entries that ended at this time or later."
        ),
        Member(
            "until",
            ifPresent: \.until,
            Timestamp.wireForm,
            "Only entries that ended before this time."
        ),
        Member(
            "kind",
            \.kind,
            default: .turn,
            "The kind of entries: turns (the default), throws, corrections, rests, or all."
        ),
        viewerMember,
        archivedMember
    )

    private static let tableMember = Member<Self, TableSelection>.tables(\.table)
    private static let viewerMember = Member<Self, String?>.viewer(\.viewer)
    private static let archivedMember = Member<Self, Bool>(
        "archived",
        \.archived,
        default: false,
        "True for only the throws that were secret when archived; false by default."
    )
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
    static let members = Members(
        component: "HistoryPage",
        Self.init(entries:more:damaged:archived:),
        Member("entries", \.entries, .atMost(Limits.historyPage.upperBound)),
        Member("more", \.more),
        Member(
            "damaged",
            ifPresent: \.damaged,
            .count,
            "The number of entries omitted because they cannot be read."
        ),
        .archived(\.archived)
    )
}

extension FaceQuery: Message {
    static let members = Members(
        Self.init,
        .tables(\.table),
        Member("by", ifPresent: \.by, .label, "Only the dice that this player rolled."),
        Member(
            "sides",
            ifPresent: \.sides,
            .within(Limits.sidesPerDie),
            "Only dice of this size."
        ),
        Member(
            "since",
            ifPresent: \.since,
            Timestamp.wireForm,
            "Only dice of entries that ended at this time or later."
        ),
        Member(
            "until",
            ifPresent: \.until,
            Timestamp.wireForm,
            "Only dice of entries that ended before this time."
        ),
        .progress(\.progress)
    )
}

extension Member where Value == TableSelection {
    fileprivate static func tables(
        _ value: @escaping @Sendable (Root) -> TableSelection
    ) -> Self {
        Self(
            "table",
            value,
            default: .one(.default),
            isAlwaysWritten: true,
            "The table, or \"*\" for all; \"default\" by default."
        )
    }
}

extension FaceCounts: Message {
    static let members = Members(
        component: "FaceCounts",
        Self.init(sides:by:entered:counts:rolls:mean:chiSquare:degrees:p:),
        Member("sides", \.sides, .integer(Limits.sidesPerDie)),
        Member(
            "by",
            ifPresent: \.by,
            .label,
            "The player who rolled the dice; absent for all players."
        ),
        .entered(\.entered),
        Member("counts", \.counts, .counts, "The counts of the faces 1, 2, …"),
        Member("rolls", \.rolls, .number, "The number of dice rolled."),
        Member("mean", \.mean, .real(1...Double(Limits.sidesPerDie.upperBound))),
        Member("chiSquare", \.chiSquare, .real(0...Double.infinity)),
        Member("degrees", \.degrees, .number),
        Member(
            "p",
            \.p,
            .real(0...1),
            "The probability that fair dice deviate at least as much."
        )
    )

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard counts.count == sides, counts.reduce(0, +) == rolls, degrees == sides - 1
        else {
            throw JSONMismatch(wanted: "a count of each face")
        }
    }
}

extension FaceStatistics: Message {
    static let members = Members(
        component: "FaceStatistics",
        Self.init(table:faces:),
        Member(
            "table",
            \.table,
            Form(
                schema: TableSelection.wireForm.schema,
                isPossible: { $0 == "*" || TableName($0) != nil }
            )
        ),
        Member("faces", \.faces)
    )
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
