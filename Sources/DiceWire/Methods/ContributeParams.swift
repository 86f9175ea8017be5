public import DiceModel

/// The params of `table.contribute`.
public struct ContributeParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The SHA-256 of 16 secret bytes, in hex; empty to withdraw the contribution.
    public var commitment: String
    /// The contributor's name, 1 to 64 printable characters; `nil` for the login name of the
    /// daemon's user.
    public var by: String?

    public init(table: TableName, commitment: String, by: String? = nil) {
        self.table = table
        self.commitment = commitment
        self.by = by
    }

    static var blank: Self { Self(table: .default, commitment: "") }

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "commitment",
            &commitment,
            .digestOrEmpty,
            "The SHA-256, in hex, of 16 secret bytes; empty to withdraw the contribution."
        )
        field.by(&by)
    }
}
