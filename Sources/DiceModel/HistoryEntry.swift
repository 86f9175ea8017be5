/// An entry of a table's history.
public enum HistoryEntry: Sendable, Hashable {
    case turn(Turn)
    /// A throw with an id and an end time.
    case thrown(ThrowResult)
    case corrected(Correction)
    case rested(Rest)

    public var id: Int {
        switch self {
        case .turn(let turn): turn.id
        case .thrown(let result): result.id ?? 0
        case .corrected(let correction): correction.id
        case .rested(let rest): rest.id
        }
    }

    public var table: String {
        switch self {
        case .turn(let turn): turn.table
        case .thrown(let result): result.table
        case .corrected(let correction): correction.table
        case .rested(let rest): rest.table
        }
    }

    /// The end time; `nil` for a throw that is not in a history.
    public var endedAt: Timestamp? {
        switch self {
        case .turn(let turn): turn.endedAt
        case .thrown(let result): result.endedAt
        case .corrected(let correction): correction.endedAt
        case .rested(let rest): rest.endedAt
        }
    }

    /// The members that prove the entry's position in the chain.
    public var proof: EntryProof {
        switch self {
        case .turn(let turn): turn.proof
        case .thrown(let result): result.proof
        case .corrected(let correction):
            EntryProof(
                digest: correction.digest,
                chain: correction.chain,
                edition: correction.edition
            )
        case .rested(let rest):
            EntryProof(digest: rest.digest, chain: rest.chain, edition: rest.edition)
        }
    }

    public var turn: Turn? { if case .turn(let turn) = self { turn } else { nil } }
    public var thrown: ThrowResult? {
        if case .thrown(let result) = self { result } else { nil }
    }
    public var correction: Correction? {
        if case .corrected(let correction) = self {
            correction
        } else {
            nil
        }
    }
    public var rest: Rest? { if case .rested(let rest) = self { rest } else { nil } }
}

/// A filter for the kind of history entries.
public enum HistoryKind: String, Sendable, Hashable, CaseIterable {
    case turn
    case `throw`
    case correction
    case rest
    case all
}

/// A part of a table's history, newest first.
public struct HistoryPage: Sendable, Hashable {
    public var entries: [HistoryEntry]
    /// True if older entries remain.
    public var more: Bool
    /// The number of unreadable entries omitted between the entries of this page; `nil` if none was
    /// omitted.
    public var damaged: Int?
    /// The part of the history that was moved into files; `nil` if nothing was moved, and for a
    /// query about several tables.
    public var archived: Archived?

    public init(
        entries: [HistoryEntry],
        more: Bool,
        damaged: Int? = nil,
        archived: Archived? = nil
    ) {
        self.entries = entries
        self.more = more
        self.damaged = damaged
        self.archived = archived
    }

    public init(turns: [Turn], more: Bool, damaged: Int? = nil) {
        self.init(entries: turns.map(HistoryEntry.turn), more: more, damaged: damaged)
    }

    public var turns: [Turn] { entries.compactMap(\.turn) }
}

/// One table or all tables.
public enum TableSelection: Sendable, Hashable, CustomStringConvertible {
    case one(TableName)
    case all

    public var name: TableName? {
        if case .one(let table) = self { table } else { nil }
    }

    /// The value on the wire.
    public var description: String { name?.description ?? "*" }
}
