/// An act of a player that the state of a table permits or refuses, whatever the act's params.
public enum Act: Sendable, Hashable, CaseIterable {
    case roll
    case lock
    case endTurn
    case correct
    case newGame
    /// Makes the current player rest.
    case rest
    /// Ends the turn of the current player, who is away.
    case endAbsent
    /// Adds players to the open match.
    case join
}

/// The acts that are possible at a table for one connection, under any name that it may use.
///
/// A daemon that does not know an act omits it. An act that is possible may still be refused for
/// its params.
public struct May: Sendable, Hashable {
    public enum Verdict: Sendable, Hashable {
        case possible
        /// The cause of the refusal.
        case refused(String)
    }

    public var roll: Verdict?
    public var lock: Verdict?
    public var endTurn: Verdict?
    public var correct: Verdict?
    public var newGame: Verdict?
    public var rest: Verdict?
    public var endAbsent: Verdict?
    public var join: Verdict?

    public init(
        roll: Verdict? = nil,
        lock: Verdict? = nil,
        endTurn: Verdict? = nil,
        correct: Verdict? = nil,
        newGame: Verdict? = nil,
        rest: Verdict? = nil,
        endAbsent: Verdict? = nil,
        join: Verdict? = nil
    ) {
        self.roll = roll
        self.lock = lock
        self.endTurn = endTurn
        self.correct = correct
        self.newGame = newGame
        self.rest = rest
        self.endAbsent = endAbsent
        self.join = join
    }

    public subscript(act: Act) -> Verdict? {
        get {
            switch act {
            case .roll: roll
            case .lock: lock
            case .endTurn: endTurn
            case .correct: correct
            case .newGame: newGame
            case .rest: rest
            case .endAbsent: endAbsent
            case .join: join
            }
        }
        set {
            switch act {
            case .roll: roll = newValue
            case .lock: lock = newValue
            case .endTurn: endTurn = newValue
            case .correct: correct = newValue
            case .newGame: newGame = newValue
            case .rest: rest = newValue
            case .endAbsent: endAbsent = newValue
            case .join: join = newValue
            }
        }
    }
}
