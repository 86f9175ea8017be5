public import DiceGames

/// A whole table as a client sees it at one moment.
@dynamicMemberLookup
public struct TableSnapshot: Sendable, Hashable {
    public var table: String
    /// The revision, which increases with every change while the daemon is running.
    public var revision: Int
    /// The number of the open turn, from 1.
    public var turn: Int
    /// The number of rolls in the open turn, including void ones.
    public var roll: Int
    /// True if any die is in flight.
    public var rolling: Bool
    /// The player who last rolled in the open turn; `nil` before the turn's first roll. Void rolls
    /// do not count.
    public var by: String?
    public var settings: TableSettings
    /// The rolls left in the open turn; `nil` without a limit.
    public var rollsLeft: Int?
    /// The user who created the table, on a shared daemon.
    public var owner: String?
    /// The number of connections that watch the table.
    public var watchers: Int
    /// The distinct known names of watchers, sorted; `nil` if there are none.
    public var watching: [String]?
    /// The names that want to be in the next match, in the order in which they asked; `nil` if there
    /// are none.
    public var asking: [String]?
    /// The players without a connection at the table; `nil` if there are none.
    public var away: [AwayPlayer]?
    /// The names under which only bots watch, sorted; never empty.
    public var bots: [String]?
    /// The sum of the dice; `nil` while any is in flight.
    public var total: Int?
    /// The SHA-256 of the open turn's seed, in hex; `nil` for a turn that predates seeds.
    public var commitment: String?
    /// The SHA-256 of the next throw's seed, in hex.
    public var throwCommitment: String?
    /// The contributors to the next roll; `nil` if there are none.
    public var contributors: [Contributor]?
    /// The part of the history that was moved into files; `nil` if none was.
    public var archived: Archived?
    public var dice: [DieState]
    /// The state of the game; `nil` without a game.
    public var game: GameState?
    /// The plans of the dice in flight, for watchers with plans; otherwise `nil`.
    public var flight: FlightPlan?
    /// What is possible for the receiving connection; `nil` from a daemon that does not say so.
    public var may: May?

    public init(
        table: String,
        revision: Int,
        turn: Int,
        roll: Int,
        rolling: Bool,
        by: String? = nil,
        settings: TableSettings = TableSettings(),
        rollsLeft: Int? = nil,
        owner: String? = nil,
        watchers: Int = 0,
        watching: [String]? = nil,
        asking: [String]? = nil,
        away: [AwayPlayer]? = nil,
        bots: [String]? = nil,
        total: Int? = nil,
        commitment: String? = nil,
        throwCommitment: String? = nil,
        contributors: [Contributor]? = nil,
        archived: Archived? = nil,
        dice: [DieState],
        game: GameState? = nil,
        flight: FlightPlan? = nil,
        may: May? = nil
    ) {
        self.table = table
        self.revision = revision
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.by = by
        self.settings = settings
        self.rollsLeft = rollsLeft
        self.owner = owner
        self.watchers = watchers
        self.watching = watching
        self.asking = asking
        self.away = away
        self.bots = bots
        self.total = total
        self.commitment = commitment
        self.throwCommitment = throwCommitment
        self.contributors = contributors
        self.archived = archived
        self.dice = dice
        self.game = game
        self.flight = flight
        self.may = may
    }

    /// Forwards the members of the settings, which are the snapshot's own members on the wire.
    public subscript<Value>(dynamicMember member: WritableKeyPath<TableSettings, Value>)
        -> Value
    {
        get { settings[keyPath: member] }
        set { settings[keyPath: member] = newValue }
    }
}
