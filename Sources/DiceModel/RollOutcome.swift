/// How a roll ended.
public enum RollOutcome: OpenWord {
    /// Every die settled in its own time.
    case completed
    /// The dice were settled early, on the faces already drawn.
    case cancelled
    /// Not all contributors have answered: no die has moved.
    case void
    /// A word of a newer daemon.
    case other(String)

    public static let allCases: [Self] = [.completed, .cancelled, .void]

    /// Spelled out: the name of a case, asked of the runtime, takes longer than all else that is
    /// done to a roll.
    public var rawValue: String {
        switch self {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .void: "void"
        case .other(let word): word
        }
    }
}
