public import DiceGames
public import DiceModel

/// An event at a table.
public struct TableEvent: Sendable, Hashable {
    public var table: String
    public var revision: Int
    /// The name of whoever caused it; `nil` if no one did.
    public var by: String?
    /// The state of the game after the event, for events that may change it.
    public var game: GameState?
    /// The next player, after the end or correction of a turn.
    public var up: String?
    public var kind: Kind

    public enum Kind: Sendable, Hashable {
        /// The plan and the roll's number are for watchers with plans only, and then replace a
        /// frame.
        case rollStarted(
            rolled: [Int],
            chance: RollEntropy = RollEntropy(),
            roll: Int? = nil,
            plan: [DiePlan]? = nil
        )
        case rollSettled(
            rolled: [Int],
            outcome: RollOutcome,
            reason: CancelReason?,
            absent: [String]? = nil,
            dice: [DieState],
            total: Int,
            rollsLeft: Int? = nil,
            entered: Bool? = nil
        )
        /// Contributors must now reveal their bytes for this roll of the open turn.
        case rollAsked(roll: Int, entropy: String, contributors: [Contributor])
        /// The contributors to the next roll have changed.
        case contributorsChanged([Contributor])
        /// The dice whose lock has changed.
        case lockChanged(dice: [DieState])
        /// The end of a turn, with the commitment of the next one.
        case turnEnded(Turn, nextCommitment: String? = nil)
        /// The last turn was moved to another box.
        case corrected(Correction)
        /// The end of the match, with the winners and all sheets.
        case gameOver(winners: [String], sheets: [Sheet])
        /// The entry of a throw, once it is stored; sent after the throw's last notification.
        case throwEnded(ThrowResult)
        /// The entry of a secret throw that is now visible to everyone.
        case throwShown(ThrowResult)
        /// The dice, the players or the number of rolls have changed. The event replaces a frame.
        case tableChanged(TableSnapshot)
        /// The number of watching connections, and the watchers' names as far as they are known.
        case watchersChanged(Int, [String]?)
        case tableDeleted
        case serverStopping
    }

    /// The public inputs from which a roll's faces are derived; `nil` for a roll that cannot be
    /// verified.
    public struct RollEntropy: Sendable, Hashable {
        /// The SHA-256 of the open turn's seed, in hex.
        public var commitment: String?
        public var added: RollChance

        public init(commitment: String? = nil, added: RollChance = RollChance()) {
            self.commitment = commitment
            self.added = added
        }
    }

    public init(
        table: String,
        revision: Int,
        by: String? = nil,
        game: GameState? = nil,
        up: String? = nil,
        kind: Kind
    ) {
        self.table = table
        self.revision = revision
        self.by = by
        self.kind = kind
        self.game = game
        self.up = up
    }
}

/// A kind of event: its name on the wire, and its members.
private struct EventKind: Sendable {
    typealias Kind = TableEvent.Kind

    let name: String
    /// True if the event has a `by`.
    let hasDoer: Bool
    let properties: [Property]
    let isKind: @Sendable (Kind) -> Bool
    let write: @Sendable (Kind, inout JSONWriter) -> Void
    let read: @Sendable (JSONValue) throws(JSONMismatch) -> Kind

    /// - Parameters:
    ///   - make: the case of `Kind`.
    ///   - values: returns the associated values of an event of this kind; `nil` for other kinds.
    init<each Value>(
        _ name: String,
        by hasDoer: Bool = false,
        _ make: @escaping @Sendable (repeat each Value) -> Kind,
        _ values: @escaping @Sendable (Kind) -> (repeat each Value)?,
        _ member: repeat Member<each Value, each Value>
    ) {
        var properties: [Property] = []
        for member in repeat each member {
            properties += member.properties
        }
        self.name = name
        self.hasDoer = hasDoer
        self.properties = properties
        isKind = { values($0) != nil }
        write = { kind, json in
            guard let values = values(kind) else { return }
            repeat (each member).write(each values, &json)
        }
        read = { (json) throws(JSONMismatch) in
            make(repeat try (each member).read(json))
        }
    }

    private static let absentMember = Member<[String]?, [String]?>.absent { $0 }
    private static let enteredMember = Member<Bool?, Bool?>.entered { $0 }
    private static let nextMember = Member<String?, String?>.commitment(
        "nextCommitment",
        \.self,
        "The SHA-256 of the next turn's seed."
    )
    private static let askedEntropy = Member<String, String>(
        "entropy",
        \.self,
        Form(schema: .string(.pattern("^([0-9a-f]{32})?$"))),
        "The roller's contribution, in hex."
    )
    private static let rollMember = Member<Int?, Int?>(
        "roll",
        ifPresent: \.self,
        .number,
        "The number of rolls of the turn; only with plans."
    )
    private static let planMember = Member<[DiePlan]?, [DiePlan]?>(
        "plan",
        ifPresent: \.self,
        .plan,
        "The plans of the dice, if table.watch requested plans."
    )
    private static let leftMember = Member<Int?, Int?>(
        "rollsLeft",
        ifPresent: \.self,
        .count,
        "The number of rolls left, if rolls per turn are limited."
    )
    private static let watchingMember = Member<[String]?, [String]?>(
        "watching",
        ifPresent: \.self,
        .watching,
        watchingSummary
    )

    static let all = [
        EventKind(
            "rollStarted",
            by: true,
            Kind.rollStarted,
            {
                if case .rollStarted(let rolled, let chance, let roll, let plan) = $0 {
                    (rolled, chance, roll, plan)
                } else {
                    nil
                }
            },
            Member("rolled", \.self, .numbers),
            Member(inline: \.self, as: TableEvent.RollEntropy.members),
            rollMember,
            planMember
        ),
        EventKind(
            "rollSettled",
            by: true,
            Kind.rollSettled,
            {
                if case .rollSettled(
                    let rolled,
                    let outcome,
                    let reason,
                    let absent,
                    let dice,
                    let total,
                    let left,
                    let entered
                ) = $0 {
                    (rolled, outcome, reason, absent, dice, total, left, entered)
                } else {
                    nil
                }
            },
            Member("rolled", \.self, .numbers),
            Member("outcome", \.self),
            Member("reason", ifPresent: \.self),
            absentMember,
            Member("dice", \.self, .someDice(\.die)),
            Member("total", \.self, .sum),
            leftMember,
            enteredMember
        ),
        EventKind(
            "rollAsked",
            by: true,
            Kind.rollAsked,
            {
                if case .rollAsked(let roll, let entropy, let contributors) = $0 {
                    (roll, entropy, contributors)
                } else {
                    nil
                }
            },
            Member("roll", \.self, .number),
            askedEntropy,
            Member("contributors", \.self, .contributors)
        ),
        EventKind(
            "contributorsChanged",
            Kind.contributorsChanged,
            {
                if case .contributorsChanged(let contributors) = $0 {
                    contributors
                } else {
                    nil
                }
            },
            Member("contributors", \.self, .contributors)
        ),
        EventKind(
            "lockChanged",
            by: true,
            Kind.lockChanged,
            { if case .lockChanged(let dice) = $0 { dice } else { nil } },
            Member("dice", \.self, .someDice(\.die))
        ),
        EventKind(
            "turnEnded",
            by: true,
            Kind.turnEnded,
            {
                if case .turnEnded(let entry, let next) = $0 {
                    (entry, next)
                } else {
                    nil
                }
            },
            Member("entry", \.self),
            nextMember
        ),
        EventKind(
            "corrected",
            by: true,
            Kind.corrected,
            { if case .corrected(let entry) = $0 { entry } else { nil } },
            Member("entry", \.self)
        ),
        EventKind(
            "gameOver",
            { (winners: [String], sheets: [Sheet]) in
                Kind.gameOver(winners: winners, sheets: sheets)
            },
            {
                if case .gameOver(let winners, let sheets) = $0 {
                    (winners, sheets)
                } else {
                    nil
                }
            },
            Member("winners", \.self, .names),
            Member("sheets", \.self)
        ),
        EventKind(
            "throwEnded",
            by: true,
            Kind.throwEnded,
            { if case .throwEnded(let entry) = $0 { entry } else { nil } },
            Member("entry", \.self)
        ),
        EventKind(
            "throwShown",
            by: true,
            Kind.throwShown,
            { if case .throwShown(let entry) = $0 { entry } else { nil } },
            Member("entry", \.self)
        ),
        EventKind(
            "tableChanged",
            Kind.tableChanged,
            { if case .tableChanged(let snapshot) = $0 { snapshot } else { nil } },
            Member("snapshot", \.self)
        ),
        EventKind(
            "watchersChanged",
            Kind.watchersChanged,
            {
                if case .watchersChanged(let watchers, let watching) = $0 {
                    (watchers, watching)
                } else {
                    nil
                }
            },
            Member("watchers", \.self, .count),
            watchingMember
        ),
        EventKind(
            "tableDeleted",
            { .tableDeleted },
            { $0 == .tableDeleted ? () : nil }
        ),
        EventKind(
            "serverStopping",
            { .serverStopping },
            { $0 == .serverStopping ? () : nil }
        ),
    ]
}

extension TableEvent.RollEntropy {
    static let members = Members(
        Self.init,
        .commitment("commitment", \.commitment, "The SHA-256 of the open turn's seed."),
        Member(inline: \.added, as: RollChance.added)
    )
}

extension TableEvent.Kind {
    fileprivate var described: EventKind? { EventKind.all.first { $0.isKind(self) } }

    /// The value of `event`.
    public var name: String { described?.name ?? "" }
}

extension TableEvent: WireValue {
    /// The possible values of `event`.
    public static let names = EventKind.all.map(\.name)

    private static let table = Member("table", \TableEvent.table, .tableName)
    private static let revision = Member("revision", \TableEvent.revision, .number)
    private static let by = Member("by", ifPresent: \TableEvent.by, .label)
    private static let game = Member("game", ifPresent: \TableEvent.game)
    private static let up = Member("up", ifPresent: \TableEvent.up, .label)
    /// The events that contain the game, and those that contain the next player.
    private static let changing = ["rollSettled", "lockChanged"] + handingOn
    private static let handingOn = ["turnEnded", "corrected"]

    public init(json: JSONValue) throws(JSONMismatch) {
        let table = try Self.table.read(json)
        let revision = try Self.revision.read(json)
        let by = try Self.by.read(json)
        guard
            let kind = EventKind.all.first(where: { $0.name == json["event"]?.string })
        else {
            throw JSONMismatch(wanted: "a known event")
        }
        self.init(
            table: table,
            revision: revision,
            by: by,
            game: try Self.game.read(json),
            up: try Self.up.read(json),
            kind: try kind.read(json)
        )
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            Self.table.write(self, &json)
            Self.revision.write(self, &json)
            guard let kind = kind.described else { return }
            json.member("event", kind.name)
            Self.by.write(self, &json)
            kind.write(self.kind, &json)
            Self.game.write(self, &json)
            Self.up.write(self, &json)
        }
    }

    /// The value of `event` distinguishes the kinds.
    static var wireForm: Form<TableEvent> {
        Form(
            schema: .oneOf(
                EventKind.all.map { kind in
                    let word = Property(name: "event", schema: .enumeration([kind.name]))
                    let doer =
                        kind.hasDoer ? [Property(name: "by", schema: .label)] : []
                    let played = changing.contains(kind.name) ? game.properties : []
                    let next = handingOn.contains(kind.name) ? up.properties : []
                    return .object(
                        table.properties + revision.properties + [word] + doer
                            + kind.properties
                            + played + next
                    )
                }
            )
        )
    }
}
