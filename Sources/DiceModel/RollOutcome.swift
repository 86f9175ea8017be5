/// The outcome of a roll.
public enum RollOutcome: OpenWord {
    /// Every die settled at its own time.
    case completed
    /// The dice were settled early, on the faces already drawn.
    case cancelled
    /// A contribution is missing; no die has moved.
    case void
    /// An outcome from a newer daemon.
    case other(String)

    public static let allCases: [Self] = [.completed, .cancelled, .void]

    /// Spelled out: asking the runtime for a case's name takes longer than the rest of a roll.
    public var rawValue: String {
        switch self {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .void: "void"
        case .other(let word): word
        }
    }
}
