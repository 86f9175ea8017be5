/// Which entries are asked for; they come newest first.
public struct HistoryQuery: Sendable, Hashable {
    public var table: TableSelection
    /// The most to send (`Limits.historyPage`).
    public var limit: Int
    /// Only those with lower ids.
    public var before: Int?
    /// Only turns that this player ended, and throws and corrections of this player.
    public var by: String?
    /// Only those that ended then or later.
    public var since: Timestamp?
    /// Only those that ended earlier.
    public var until: Timestamp?

    public var kind: HistoryKind
    /// Whether only throws are meant that were secret when they were archived: the daemon keeps
    /// them, to be shown later.
    public var archived: Bool
    /// Who asks, and sees the secret throws of these names; none for the connection's own names, or
    /// a stranger.
    public var viewers: [String]
    /// The one that a request gives.
    public var viewer: String? { viewers.first }

    public static let defaultLimit = 20

    public init(
        _ table: TableSelection,
        limit: Int = defaultLimit,
        before: Int? = nil,
        by: String? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        kind: HistoryKind = .turn,
        viewer: String? = nil,
        archived: Bool = false
    ) {
        viewers = viewer.map { [$0] } ?? []
        self.kind = kind
        self.archived = archived
        self.table = table
        self.limit = limit
        self.before = before
        self.by = by
        self.since = since
        self.until = until
    }

    public init(of table: TableName, limit: Int = defaultLimit, before: Int? = nil) {
        self.init(.one(table), limit: limit, before: before)
    }
}
