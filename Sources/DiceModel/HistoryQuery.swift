/// A query for history entries, newest first.
public struct HistoryQuery: Sendable, Hashable {
    public var table: TableSelection
    /// The maximum number of entries (`Limits.historyPage`).
    public var limit: Int
    /// Restricts the result to lower ids.
    public var before: Int?
    /// Restricts the result to turns that this player ended, and to the player's throws and
    /// corrections.
    public var by: String?
    /// The earliest end time, inclusive.
    public var since: Timestamp?
    /// The latest end time, exclusive.
    public var until: Timestamp?

    public var kind: HistoryKind
    /// True to return only throws that were secret when they were archived. The daemon keeps them,
    /// because they can still be shown.
    public var archived: Bool
    /// The names whose secret throws the client sees; empty for the connection's own names, or for
    /// a stranger.
    public var viewers: [String]
    /// The viewer in the request.
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
