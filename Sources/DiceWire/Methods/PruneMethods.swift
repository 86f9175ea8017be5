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

    static var blank: Self { Self(table: .default, last: 0, chain: "") }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "last",
            &last,
            .within(0...Int.max),
            "The id of the last entry to remove; 0 removes nothing."
        )
        field("chain", &chain, .digest, "The chain hash of that entry, as a safeguard.")
        field.progress(&progress)
    }
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

    static var blank: Self { Self(pruned: 0, archived: nil) }

    mutating func visit(_ field: inout Fields) {
        field("pruned", &pruned, .count, "The number of entries removed by this request.")
        field.archived(&archived)
    }
}

extension Archived: Message {
    static var blank: Self { Self(entries: 0, last: 0, chain: "", at: .blank) }

    mutating func visit(_ field: inout Fields) {
        field("entries", &entries, .count, "The number of archived entries.")
        field("last", &last, .number, "The id of the last archived entry.")
        field(
            "chain",
            &chain,
            .digest,
            "The chain hash of that entry, which the next entry continues."
        )
        field("at", &at, .any, "The time at which that entry ended.")
    }
}

extension Fields {
    mutating func archived(_ archived: inout Archived?) {
        self(
            "archived",
            &archived,
            .any,
            "The oldest part of the history, which was archived to files."
        )
    }
}
