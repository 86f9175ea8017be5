public import DiceGames
public import DiceModel

/// An event at a table.
public struct TableEvent: Sendable, Hashable {
    public var table: String
    public var revision: Int
    /// The name of whoever caused it; `nil` if no one did.
    public var by: String?
    /// True if a bot caused it, otherwise `nil`.
    public var bot: Bool?
    /// The state of the game after the event, for events that may change it.
    public var game: GameState?
    /// The next player, after the end or correction of a turn.
    public var up: String?
    /// The acts that are possible now for the receiving connection, after events that change them.
    public var may: May?
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
        /// A player rests, returns or joins.
        case playerRests(Rest)
        /// The end of the match, with the winners and all sheets.
        case gameOver(winners: [String], sheets: [Sheet])
        /// The entry of a throw, once it is stored; sent after the throw's last notification.
        case throwEnded(ThrowResult)
        /// The entry of a secret throw that is now visible to everyone.
        case throwShown(ThrowResult)
        /// The dice, the players or the number of rolls have changed. The event replaces a frame.
        case tableChanged(TableSnapshot)
        /// The number of watching connections, the watchers' names as far as they are known, the
        /// players without a connection, and the names under which only bots watch.
        case watchersChanged(Int, [String]?, away: [AwayPlayer]? = nil, bots: [String]? = nil)
        /// The possible acts have changed, and no other event says so.
        case mayChanged
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
        bot: Bool? = nil,
        game: GameState? = nil,
        up: String? = nil,
        may: May? = nil,
        kind: Kind
    ) {
        self.table = table
        self.revision = revision
        self.by = by
        self.bot = bot
        self.kind = kind
        self.game = game
        self.up = up
        self.may = may
    }
}

extension TableEvent.Kind {
    /// The name of an event.
    enum Name: String, CaseIterable {
        case rollStarted, rollSettled, rollAsked, contributorsChanged, lockChanged, turnEnded
        case corrected, playerRests, gameOver, throwEnded, throwShown, tableChanged, watchersChanged
        case mayChanged, tableDeleted, serverStopping
    }

    /// True if somebody causes the event.
    fileprivate var hasDoer: Bool {
        switch self {
        case .rollStarted, .rollSettled, .rollAsked, .lockChanged, .turnEnded, .corrected,
            .playerRests, .throwEnded, .throwShown:
            true
        default: false
        }
    }

    /// True if the event contains what is possible. The snapshot of a changed table does so itself.
    public var changesMay: Bool {
        switch self {
        case .rollAsked, .rollStarted, .mayChanged: true
        default: changesGame
        }
    }

    /// True if the event contains the game.
    public var changesGame: Bool {
        switch self {
        case .rollSettled, .lockChanged: true
        default: changesPlayer
        }
    }

    /// True if the event contains the next player.
    public var changesPlayer: Bool {
        switch self {
        case .turnEnded, .corrected, .playerRests: true
        default: false
        }
    }

    /// The history entry that the event contains.
    public var entry: HistoryEntry? {
        switch self {
        case .turnEnded(let turn, _): .turn(turn)
        case .corrected(let correction): .corrected(correction)
        case .playerRests(let rest): .rested(rest)
        case .throwEnded(let result), .throwShown(let result): .thrown(result)
        default: nil
        }
    }

    /// The value of `event`.
    public var name: String { known.rawValue }

    private var known: Name {
        switch self {
        case .rollStarted: .rollStarted
        case .rollSettled: .rollSettled
        case .rollAsked: .rollAsked
        case .contributorsChanged: .contributorsChanged
        case .lockChanged: .lockChanged
        case .turnEnded: .turnEnded
        case .corrected: .corrected
        case .playerRests: .playerRests
        case .gameOver: .gameOver
        case .throwEnded: .throwEnded
        case .throwShown: .throwShown
        case .tableChanged: .tableChanged
        case .watchersChanged: .watchersChanged
        case .mayChanged: .mayChanged
        case .tableDeleted: .tableDeleted
        case .serverStopping: .serverStopping
        }
    }

    fileprivate init(blank name: Name) {
        self =
            switch name {
            case .rollStarted: .rollStarted(rolled: [])
            case .rollSettled:
                .rollSettled(rolled: [], outcome: .completed, reason: nil, dice: [], total: 0)
            case .rollAsked: .rollAsked(roll: 0, entropy: "", contributors: [])
            case .contributorsChanged: .contributorsChanged([])
            case .lockChanged: .lockChanged(dice: [])
            case .turnEnded: .turnEnded(.blank)
            case .corrected: .corrected(.blank)
            case .playerRests: .playerRests(.blank)
            case .gameOver: .gameOver(winners: [], sheets: [])
            case .throwEnded: .throwEnded(.blank)
            case .throwShown: .throwShown(.blank)
            case .tableChanged: .tableChanged(.blank)
            case .watchersChanged: .watchersChanged(0, nil)
            case .mayChanged: .mayChanged
            case .tableDeleted: .tableDeleted
            case .serverStopping: .serverStopping
            }
    }

    fileprivate mutating func visit(_ field: inout Fields) {
        switch self {
        case .rollStarted(var rolled, var chance, var roll, var plan):
            field("rolled", &rolled, .numbers)
            field(
                "commitment",
                &chance.commitment,
                .digest,
                "The SHA-256 of the open turn's seed."
            )
            chance.added.visitAdded(&field)
            field("roll", &roll, .number, "The number of rolls of the turn; only with plans.")
            field(
                "plan",
                &plan,
                .plan,
                "The plans of the dice, if table.watch requested plans."
            )
            self = .rollStarted(rolled: rolled, chance: chance, roll: roll, plan: plan)
        case .rollSettled(
            var rolled,
            var outcome,
            var reason,
            var absent,
            var dice,
            var total,
            var rollsLeft,
            var entered
        ):
            field("rolled", &rolled, .numbers)
            field("outcome", &outcome)
            field("reason", &reason)
            field.absent(&absent)
            field("dice", &dice, .someDice(\.die))
            field("total", &total, .sum)
            field.rollsLeft(&rollsLeft)
            field.entered(&entered)
            self = .rollSettled(
                rolled: rolled,
                outcome: outcome,
                reason: reason,
                absent: absent,
                dice: dice,
                total: total,
                rollsLeft: rollsLeft,
                entered: entered
            )
        case .rollAsked(var roll, var entropy, var contributors):
            field("roll", &roll, .number)
            field(
                "entropy",
                &entropy,
                Form(schema: Form<String>.entropyOrEmpty.schema),
                "The roller's contribution, in hex."
            )
            field("contributors", &contributors, .contributors)
            self = .rollAsked(roll: roll, entropy: entropy, contributors: contributors)
        case .contributorsChanged(var contributors):
            field("contributors", &contributors, .contributors)
            self = .contributorsChanged(contributors)
        case .lockChanged(var dice):
            field("dice", &dice, .someDice(\.die))
            self = .lockChanged(dice: dice)
        case .turnEnded(var entry, var next):
            field("entry", &entry)
            field("nextCommitment", &next, .digest, "The SHA-256 of the next turn's seed.")
            self = .turnEnded(entry, nextCommitment: next)
        case .corrected(var entry):
            field("entry", &entry)
            self = .corrected(entry)
        case .playerRests(var entry):
            field("entry", &entry)
            self = .playerRests(entry)
        case .gameOver(var winners, var sheets):
            field("winners", &winners, .names)
            field("sheets", &sheets)
            self = .gameOver(winners: winners, sheets: sheets)
        case .throwEnded(var entry):
            field("entry", &entry)
            self = .throwEnded(entry)
        case .throwShown(var entry):
            field("entry", &entry)
            self = .throwShown(entry)
        case .tableChanged(var snapshot):
            field("snapshot", &snapshot)
            self = .tableChanged(snapshot)
        case .watchersChanged(var watchers, var names, var away, var bots):
            field("watchers", &watchers, .count)
            field("watching", &names, .watching, watchingSummary)
            field("away", &away, .any, awaySummary)
            field("bots", &bots, .watching, botsSummary)
            self = .watchersChanged(watchers, names, away: away, bots: bots)
        case .mayChanged, .tableDeleted, .serverStopping: break
        }
    }
}

extension TableEvent: WireValue {
    /// The possible values of `event`.
    public static let names = Kind.Name.allCases.map(\.rawValue)

    init(blank name: Kind.Name) {
        self.init(table: "", revision: 0, kind: Kind(blank: name))
    }

    public init(json: JSONValue) throws(JSONMismatch) {
        guard let name = json["event"]?.string.flatMap(Kind.Name.init) else {
            throw JSONMismatch(wanted: "a known event")
        }
        self.init(blank: name)
        var fields = Fields(reading: json)
        visit(&fields)
        try fields.finish()
    }

    public func write(to json: inout JSONWriter) {
        var event = self
        json.object(visiting: { event.visit(&$0) })
    }

    mutating func visit(_ field: inout Fields) {
        let known = kind.name
        var name = known
        field("table", &table, .tableName)
        field("revision", &revision, .number)
        field("event", &name, .enumeration([known]))
        if kind.hasDoer {
            field.visit("by", &by, isRequired: true, { .label }, { "" })
            field.bot(&bot)
        }
        kind.visit(&field)
        if kind.changesGame {
            field("game", &game)
        }
        if kind.changesPlayer {
            field("up", &up, .label)
        }
        if kind.changesMay {
            field("may", &may)
        }
    }

    /// The value of `event` distinguishes the kinds.
    static var wireForm: Form<TableEvent> {
        Form(
            schema: .oneOf(
                Kind.Name.allCases.map { name in
                    let list = PropertyList()
                    var fields = Fields(list)
                    var event = TableEvent(blank: name)
                    event.visit(&fields)
                    return .object(list.properties)
                }
            )
        )
    }
}

extension Fields {
    mutating func rollsLeft(_ count: inout Int?) {
        self(
            "rollsLeft",
            &count,
            .count,
            "The number of rolls left, if rolls per turn are limited."
        )
    }
}
