public import DiceModel

extension Method where Params == PruneParams, Result == PruneResult {
    public static var prune: Self {
        Self(
            "table.prune",
            "Removes the oldest entries of a table's history, after the client has archived them.",
            result: "pruned",
            access: .unconfined,
            table: { $0.table },
            errors: [.tableNotFound, .gameOpen, .storageFailed],
            examples: [
                PruneParams(
                    table: .default,
                    last: 7,
                    chain: String(repeating: "0", count: 64)
                )
            ]
        )
    }
}

/// The params of `table.prune`.
public struct PruneParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The id of the last entry to remove. 0, or the last id that is archived already, removes
    /// nothing.
    public var last: Int
    /// The chain hash of that entry; 64 zeros for an entry that predates seeds.
    public var chain: String
    /// True if the client requests progress notifications.
    public var progress: Bool

    public init(table: TableName, last: Int, chain: String, progress: Bool = false) {
        self.table = table
        self.last = last
        self.chain = chain
        self.progress = progress
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member(
            "last",
            \.last,
            .within(0...Int.max),
            "The id of the last entry to remove; 0 removes nothing."
        ),
        Member(
            "chain",
            \.chain,
            .digest,
            "The chain hash of that entry, as a safeguard."
        ),
        Member(
            "progress",
            \.progress,
            default: false,
            "True to receive progress notifications; false by default."
        )
    )
}

/// The result of `table.prune`.
public struct PruneResult: Message, Hashable {
    /// The number of removed entries.
    public var pruned: Int
    /// All archived entries; `nil` if none.
    public var archived: Archived?

    public init(pruned: Int, archived: Archived?) {
        self.pruned = pruned
        self.archived = archived
    }

    static let members = Members(
        component: "PruneResult",
        Self.init,
        Member(
            "pruned",
            \.pruned,
            .count,
            "The number of entries removed by this request."
        ),
        .archived(\.archived)
    )
}

extension Archived: Message {
    static let members = Members(
        component: "Archived",
        Self.init(entries:last:chain:at:),
        Member("entries", \.entries, .count, "The number of archived entries."),
        Member("last", \.last, .number, "The id of the last archived entry."),
        Member(
            "chain",
            \.chain,
            .digest,
            "The chain hash of that entry, which the next entry continues."
        ),
        Member("at", \.at, Timestamp.wireForm, "The time at which that entry ended.")
    )
}

extension Member where Value == Archived? {
    static func archived(_ value: @escaping @Sendable (Root) -> Archived?) -> Self {
        Self(
            "archived",
            ifPresent: value,
            Archived.wireForm,
            "The oldest part of the history, which was archived to files."
        )
    }
}
