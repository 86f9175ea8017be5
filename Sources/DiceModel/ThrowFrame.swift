/// What changed of a throw: the dice that are not as they were when this reader was last told of
/// it.
public struct ThrowFrame: Sendable, Hashable {
    public var table: String
    /// The table's, as in a snapshot.
    public var revision: Int
    public var number: Int
    public var by: String
    public var expression: String
    public var label: String?
    /// The saved roll that the thrower named in place of an expression.
    public var saved: RollName?
    /// Whether any die animates or is still to come.
    public var rolling: Bool
    public var dice: [DieState]
    /// What the dice in flight will show, counted from the throw's start; nil if none is in flight,
    /// and for watchers without plans.
    public var flight: FlightPlan?
    /// Once it has settled.
    public var result: ThrowResult?
    /// The commitment of the next throw; nil except in what is told of it first.
    public var throwCommitment: String?
    /// The names that may see a secret throw, as told to them.
    public var seenBy: [String]?

    public init(
        table: String,
        revision: Int,
        number: Int,
        by: String,
        expression: String,
        label: String? = nil,
        saved: RollName? = nil,
        rolling: Bool,
        dice: [DieState],
        flight: FlightPlan? = nil,
        result: ThrowResult? = nil,
        throwCommitment: String? = nil,
        seenBy: [String]? = nil
    ) {
        self.seenBy = seenBy
        self.flight = flight
        self.throwCommitment = throwCommitment
        self.table = table
        self.revision = revision
        self.number = number
        self.by = by
        self.expression = expression
        self.label = label
        self.saved = saved
        self.rolling = rolling
        self.dice = dice
        self.result = result
    }
}
