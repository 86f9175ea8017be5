public import DiceGames

/// A whole table as a client sees it at one moment.
@dynamicMemberLookup
public struct TableSnapshot: Sendable, Hashable {
    public var table: String
    /// Goes up with every change of the table, for as long as the daemon runs.
    public var revision: Int
    /// The open turn, from 1.
    public var turn: Int
    /// How many rolls the open turn has, void ones among them.
    public var roll: Int
    /// Whether any die animates.
    public var rolling: Bool
    /// Who rolled last in the open turn; nil before its first roll. A void roll is none.
    public var by: String?
    public var settings: TableSettings
    /// How many rolls the open turn has left; nil for any number.
    public var rollsLeft: Int?
    /// Who made the table, on a daemon that several users share.
    public var owner: String?
    /// How many connections watch the table.
    public var watchers: Int
    /// The watchers whose names are known, each name once, sorted; nil if there are none.
    public var watching: [String]?
    /// The sum of the dice; nil while any animates.
    public var total: Int?
    /// The SHA-256 of the open turn's seed, in hex; nil for a turn made before there were seeds.
    public var commitment: String?
    /// The SHA-256 of the next throw's seed, in hex.
    public var throwCommitment: String?
    /// Who contributes to the next roll; nil if nobody does.
    public var contributors: [Contributor]?
    /// The part of the history that was moved into files; nil if none was.
    public var archived: Archived?
    public var dice: [DieState]
    /// What the dice are played for; nil for nothing.
    public var game: GameState?
    /// What the dice in flight will show; nil if none is, and for all but watchers with plans.
    public var flight: FlightPlan?

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
        total: Int? = nil,
        commitment: String? = nil,
        throwCommitment: String? = nil,
        contributors: [Contributor]? = nil,
        archived: Archived? = nil,
        dice: [DieState],
        game: GameState? = nil,
        flight: FlightPlan? = nil
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
        self.total = total
        self.commitment = commitment
        self.throwCommitment = throwCommitment
        self.contributors = contributors
        self.archived = archived
        self.dice = dice
        self.game = game
        self.flight = flight
    }

    /// Whether no lock changes before the turn's first roll, which takes every die.
    public var mustRollAll: Bool { by == nil && (settings.hasRules || game != nil) }

    /// What stands in the settings is the snapshot's own, as on the wire.
    public subscript<Value>(dynamicMember member: WritableKeyPath<TableSettings, Value>)
        -> Value
    {
        get { settings[keyPath: member] }
        set { settings[keyPath: member] = newValue }
    }
}
