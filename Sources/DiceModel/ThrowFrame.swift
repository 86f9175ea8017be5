/// The changes to a throw: the dice that differ from the last frame sent to the same watcher.
public struct ThrowFrame: Sendable, Hashable {
    public var table: String
    /// The table's revision, as in a snapshot.
    public var revision: Int
    public var number: Int
    public var by: String
    public var expression: String
    public var label: String?
    /// The saved roll that the request named instead of an expression.
    public var saved: RollName?
    /// The values that the request gave for parameters of the expression.
    public var values: ParameterValues?
    /// The mark that this throw has in common with others made by the same command.
    public var group: ThrowGroup?
    /// True if any die is in flight or has not appeared yet.
    public var rolling: Bool
    public var dice: [DieState]
    /// The plans of the dice in flight, counted from the start of the throw; `nil` if none is in
    /// flight, and for watchers without plans.
    public var flight: FlightPlan?
    /// The result, once the throw has settled.
    public var result: ThrowResult?
    /// The commitment of the next throw; only in the first frame of a throw.
    public var throwCommitment: String?
    /// The names of those who see a secret throw; sent only to them.
    public var seenBy: [String]?

    public init(
        table: String,
        revision: Int,
        number: Int,
        by: String,
        expression: String,
        label: String? = nil,
        saved: RollName? = nil,
        values: ParameterValues? = nil,
        group: ThrowGroup? = nil,
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
        self.values = values
        self.group = group
        self.rolling = rolling
        self.dice = dice
        self.result = result
    }
}
