public import DiceModel

/// Something that happened at a table.
public struct TableEvent: Sendable, Hashable {
    public var table: String
    public var revision: Int
    /// Who did it, where somebody did.
    public var by: String?
    public var kind: Kind

    public enum Kind: Sendable, Hashable {
        case rollStarted(rolled: [Int])
        case rollSettled(rolled: [Int], outcome: RollOutcome, reason: CancelReason?, dice: [DieState], total: Int)
        /// The dice that are locked now and were not, or the other way round.
        case lockChanged(dice: [DieState])
        case turnEnded(Turn)
        /// The dice, the players or the number of rolls are others now. It stands for a frame.
        case tableChanged(TableSnapshot)
        /// So many connections watch now, and of those whose names are known, these.
        case watchersChanged(Int, [String]?)
        case tableDeleted
        case serverStopping
    }

    public init(table: String, revision: Int, by: String? = nil, kind: Kind) {
        self.table = table
        self.revision = revision
        self.by = by
        self.kind = kind
    }
}

/// A kind of event: its word, and the members that come with it.
private struct EventKind: Sendable {
    typealias Kind = TableEvent.Kind

    let name: String
    /// Whether somebody does it.
    let hasDoer: Bool
    let properties: [Property]
    let isKind: @Sendable (Kind) -> Bool
    let write: @Sendable (Kind, inout JSONWriter) -> Void
    let read: @Sendable (JSONValue) throws(JSONMismatch) -> Kind

    /// - Parameters:
    ///   - make: the case of `Kind`.
    ///   - values: what goes with an event of this kind; nil for one of another.
    init<each Value>(
        _ name: String, by hasDoer: Bool = false, _ make: @escaping @Sendable (repeat each Value) -> Kind,
        _ values: @escaping @Sendable (Kind) -> (repeat each Value)?, _ member: repeat Member<each Value, each Value>
    ) {
        var properties: [Property] = []
        for member in repeat each member { properties.append(member.property) }
        self.name = name
        self.hasDoer = hasDoer
        self.properties = properties
        isKind = { values($0) != nil }
        write = { kind, json in
            guard let values = values(kind) else { return }
            repeat (each member).write(each values, &json)
        }
        read = { (json) throws(JSONMismatch) in make(repeat try (each member).read(json)) }
    }

    private static let watchingMember = Member<[String]?, [String]?>("watching", \.self, .watching, watchingSummary)

    static let all = [
        EventKind(
            "rollStarted", by: true, Kind.rollStarted,
            { if case .rollStarted(let rolled) = $0 { rolled } else { nil } },
            Member("rolled", \.self, .numbers)),
        EventKind(
            "rollSettled", by: true, Kind.rollSettled,
            {
                if case .rollSettled(let rolled, let outcome, let reason, let dice, let total) = $0 {
                    (rolled, outcome, reason, dice, total)
                } else {
                    nil
                }
            },
            Member("rolled", \.self, .numbers), Member("outcome", \.self), Member("reason", \.self),
            Member("dice", \.self, .someDice(\.die)), Member("total", \.self, .count)),
        EventKind(
            "lockChanged", by: true, Kind.lockChanged, { if case .lockChanged(let dice) = $0 { dice } else { nil } },
            Member("dice", \.self, .someDice(\.die))),
        EventKind(
            "turnEnded", by: true, Kind.turnEnded, { if case .turnEnded(let entry) = $0 { entry } else { nil } },
            Member("entry", \.self)),
        EventKind(
            "tableChanged", Kind.tableChanged,
            { if case .tableChanged(let snapshot) = $0 { snapshot } else { nil } }, Member("snapshot", \.self)),
        EventKind(
            "watchersChanged", Kind.watchersChanged,
            { if case .watchersChanged(let watchers, let watching) = $0 { (watchers, watching) } else { nil } },
            Member("watchers", \.self, .count), watchingMember),
        EventKind("tableDeleted", { .tableDeleted }, { $0 == .tableDeleted ? () : nil }),
        EventKind("serverStopping", { .serverStopping }, { $0 == .serverStopping ? () : nil }),
    ]
}

extension TableEvent.Kind {
    fileprivate var described: EventKind? { EventKind.all.first { $0.isKind(self) } }

    /// The word in `event`.
    public var name: String { described?.name ?? "" }
}

extension TableEvent: WireValue {
    /// The words that `event` can be.
    public static let names = EventKind.all.map(\.name)

    private static let table = Member("table", \TableEvent.table, .tableName)
    private static let revision = Member("revision", \TableEvent.revision, .number)
    private static let by = Member("by", \TableEvent.by, .label)

    public init(json: JSONValue) throws(JSONMismatch) {
        let (table, revision) = (try Self.table.read(json), try Self.revision.read(json))
        let by = try Self.by.read(json)
        guard let kind = EventKind.all.first(where: { $0.name == json["event"]?.string }) else {
            throw JSONMismatch(wanted: "a known event")
        }
        self.init(table: table, revision: revision, by: by, kind: try kind.read(json))
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            Self.table.write(self, &json)
            Self.revision.write(self, &json)
            guard let kind = kind.described else { return }
            json.member("event", kind.name)
            Self.by.write(self, &json)
            kind.write(self.kind, &json)
        }
    }

    /// An event is told from the others by its word.
    static var wireForm: Form<TableEvent> {
        Form(
            schema: .oneOf(
                EventKind.all.map { kind in
                    let word = Property(name: "event", schema: .words([kind.name]))
                    let doer = kind.hasDoer ? [Property(name: "by", schema: by.property.schema)] : []
                    return .object([table.property, revision.property, word] + doer + kind.properties)
                }))
    }
}
