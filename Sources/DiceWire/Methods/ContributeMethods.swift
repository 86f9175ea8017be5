public import DiceModel

extension Method where Params == ContributeParams, Result == ContributeResult {
    public static var contribute: Self {
        Self(
            "table.contribute",
            "Contributes to the next roll, or withdraws the contribution; it lasts until it is used or the connection closes.",
            result: "contributors",
            access: .players,
            table: { $0.table },
            player: { $0.by },
            errors: [.tableNotFound, .storageFailed],
            examples: [
                ContributeParams(
                    table: .default,
                    commitment: String(repeating: "0", count: 64)
                )
            ]
        )
    }
}

extension Method where Params == RevealParams, Result == EmptyObject {
    public static var reveal: Self {
        Self(
            "table.reveal",
            "Reveals a contribution within 2 seconds of the rollAsked event that requests it.",
            access: .players,
            table: { $0.table },
            errors: [.tableNotFound, .revealMismatch],
            examples: [
                RevealParams(
                    table: .default,
                    entropy: String(repeating: "0", count: 32)
                )
            ]
        )
    }
}

/// The result of `table.contribute`.
public struct ContributeResult: Message, Hashable {
    /// The contributors, in the order of their contributions.
    public var contributors: [Contributor]

    public init(contributors: [Contributor]) {
        self.contributors = contributors
    }

    static let component = "Contributors"
    static var blank: Self { Self(contributors: []) }

    mutating func visit(_ field: inout Fields) {
        field("contributors", &contributors, .contributors)
    }
}

/// The params of `table.reveal`.
public struct RevealParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The 16 bytes of the contribution, in hex.
    public var entropy: String

    public init(table: TableName, entropy: String) {
        self.table = table
        self.entropy = entropy
    }

    static var blank: Self { Self(table: .default, entropy: "") }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field("entropy", &entropy, .entropy, "The 16 bytes of the contribution, in hex.")
    }
}
