public import DiceModel

/// The params of `table.contribute`.
public struct ContributeParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// The SHA-256 of 16 secret bytes, in hex; empty takes the contribution back.
    public var commitment: String
    /// Who adds them, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public init(table: TableName, commitment: String, by: String? = nil) {
        self.table = table
        self.commitment = commitment
        self.by = by
    }

    static let members = Members(
        Self.init,
        .table(\.table),
        Member(
            "commitment",
            \.commitment,
            .digestOrEmpty,
            "The SHA-256, in hex, of 16 secret bytes; empty takes the contribution back."
        ),
        .by(\.by)
    )
}
