public import DiceModel
import DiceProof
public import DiceWire

/// An entry of a history as it was sent, with the members that `HistoryEntry` derives from others.
public struct SentEntry: Sendable, Hashable, JSONReadable {
    enum Content: Sendable, Hashable {
        case known(HistoryEntry, Repeated)
        /// An entry of a newer edition, together with the same entry in a known form if it can be
        /// read in that form.
        case newer(NewerEntry, HistoryEntry?)
        /// An entry of a known edition that has no such kind.
        case ofUnknownKind(String, EntryName)
    }

    let content: Content

    /// The redundant members of an entry as it was sent; `nil` if absent.
    struct Repeated: Sendable, Hashable {
        var kind: String?
        var isEntered: Bool?
        var isHidden: Bool?
        /// The name of a flag that is false. A flag that is not true must be omitted.
        var negatedFlag: String?
    }

    /// - Throws: `JSONMismatch` if it is not an entry of a history.
    public init(json: JSONValue) throws(JSONMismatch) {
        let edition: Int = try json.member(ifPresent: "edition") ?? 0
        let kind = json.text("kind")
        if edition > Edition.known.upperBound {
            content = .newer(
                try NewerEntry(json: json, edition: edition),
                try? HistoryEntry(json: json)
            )
        } else if let kind, !Self.kinds.contains(kind) {
            let id: Int = try json.member("id")
            content = .ofUnknownKind(
                kind,
                EntryName(.entry, id, of: try json.member("table"), id: id)
            )
        } else {
            content = .known(
                try HistoryEntry(json: json),
                Repeated(json, kind: kind, edition: edition)
            )
        }
    }

    private static let kinds = HistoryKind.allCases.filter { $0 != .all }.map(
        \.rawValue
    )

    /// The entry, as far as this program can read it; `nil` for an entry of an unknown kind.
    public var entry: HistoryEntry? {
        switch content {
        case .known(let entry, _): entry
        case .newer(_, let entry): entry
        case .ofUnknownKind: nil
        }
    }

    public var table: String {
        switch content {
        case .known(let entry, _): entry.table
        case .newer(let entry, _): entry.table
        case .ofUnknownKind(_, let name): name.table
        }
    }

    public var id: Int {
        switch content {
        case .known(let entry, _): entry.id
        case .newer(let entry, _): entry.id
        case .ofUnknownKind(_, let name): name.number
        }
    }
}

extension SentEntry {
    /// The entry's chain hash; `nil` without one.
    public var chain: String? {
        switch content {
        case .known(let entry, _): entry.proof.chain
        case .newer(let entry, _): entry.chain
        case .ofUnknownKind: nil
        }
    }
}

/// An entry of an edition that is newer than this program.
struct NewerEntry: Sendable, Hashable {
    let table: String
    let id: Int
    let edition: Int
    /// The chain hash; `nil` if it is absent or has an unknown form.
    let chain: String?

    init(json: JSONValue, edition: Int) throws(JSONMismatch) {
        table = try json.member("table")
        id = try json.member("id")
        self.edition = edition
        chain = json.text("chain").flatMap { Digest.isDigest($0) ? $0 : nil }
    }

    init(_ table: String, id: Int, edition: Int, chain: String?) {
        self.table = table
        self.id = id
        self.edition = edition
        self.chain = chain
    }
}

extension SentEntry.Repeated {
    private static let flags = [
        "entered", "hidden", "bot", "full", "seeded", "absent", "hand", "joins",
    ]

    /// Entries from before the fifth edition are read in their original form.
    init(_ json: JSONValue, kind: String?, edition: Int) {
        guard edition >= 5 else { return }
        self.kind = kind
        isEntered = json.flag("entered")
        isHidden = json.flag("hidden")
        negatedFlag = Self.flags.first { json.flag($0) == false }
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] {
            text
        } else {
            nil
        }
    }
    fileprivate func flag(_ name: String) -> Bool? {
        if case .bool(let flag)? = self[name] {
            flag
        } else {
            nil
        }
    }
}

/// A page of a history as it was sent.
public struct SentPage: Sendable, Hashable, JSONReadable {
    /// Newest first.
    public var entries: [SentEntry]
    /// True if older entries remain.
    public var more: Bool
    /// The number of unreadable entries omitted from this page; `nil` if none.
    public var damaged: Int?
    /// The older entries that were archived; `nil` if there are none, and for a page of several
    /// tables.
    public var archived: Archived?

    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .array(let sent)? = json["entries"],
            sent.count <= Limits.historyPage.upperBound
        else {
            throw JSONMismatch(wanted: "entries")
        }
        entries = []
        for entry in sent {
            entries.append(try SentEntry(json: entry))
        }
        more = try json.member("more")
        damaged = try json.member(ifPresent: "damaged")
        archived = try json.member(ifPresent: "archived")
    }
}
