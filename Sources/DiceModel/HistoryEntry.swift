/// An entry of a table's history.
public enum HistoryEntry: Sendable, Hashable {
    case turn(Turn)
    /// It has an id and the instant at which it ended.
    case thrown(ThrowResult)

    public var id: Int {
        switch self {
        case .turn(let turn): turn.id
        case .thrown(let result): result.id ?? 0
        }
    }

    public var turn: Turn? { if case .turn(let turn) = self { turn } else { nil } }
    public var thrown: ThrowResult? { if case .thrown(let result) = self { result } else { nil } }
}

/// Which entries of a history are asked for.
public enum HistoryKind: String, Sendable, Hashable, CaseIterable {
    case turn
    case `throw`
    case all
}

/// A part of a table's history, newest first.
public struct HistoryPage: Sendable, Hashable {
    public var entries: [HistoryEntry]
    /// Whether older entries remain.
    public var more: Bool
    /// How many entries between these cannot be read and are left out; nil for none.
    public var damaged: Int?

    public init(entries: [HistoryEntry], more: Bool, damaged: Int? = nil) {
        (self.entries, self.more, self.damaged) = (entries, more, damaged)
    }

    public init(turns: [Turn], more: Bool, damaged: Int? = nil) {
        self.init(entries: turns.map(HistoryEntry.turn), more: more, damaged: damaged)
    }

    public var turns: [Turn] { entries.compactMap(\.turn) }
}

/// Which entries are asked for; they come newest first.
public struct HistoryQuery: Sendable, Hashable {
    public var table: TableSelection
    /// The most to send (`Limits.historyPage`).
    public var limit: Int
    /// Only those with lower ids.
    public var before: Int?
    /// Only turns that this player ended, and throws of this player.
    public var by: String?
    /// Only those that ended then or later.
    public var since: Timestamp?
    /// Only those that ended earlier.
    public var until: Timestamp?

    public var kind: HistoryKind
    /// Who asks, and sees the secret throws of that name; nil for the connection's own name, or a stranger.
    public var viewer: String?

    public static let defaultLimit = 20

    public init(
        _ table: TableSelection, limit: Int = defaultLimit, before: Int? = nil, by: String? = nil,
        since: Timestamp? = nil, until: Timestamp? = nil, kind: HistoryKind = .turn, viewer: String? = nil
    ) {
        self.viewer = viewer
        self.kind = kind
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

/// A table, or every one.
public enum TableSelection: Sendable, Hashable {
    case one(TableName)
    case all
}
