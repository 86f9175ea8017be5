/// The outcome of a throw.
public enum ThrowOutcome: OpenWord {
    /// Every die settled at its own time.
    case completed
    /// The dice were settled early, on the faces already drawn.
    case cancelled
    /// The faces made a result impossible.
    case failed
    /// No face was drawn. No daemon sends this, because throws have no contributors to wait for.
    case void
    /// An outcome from a newer daemon.
    case other(String)

    public static let allCases: [Self] = [.completed, .cancelled, .failed, .void]

    public var rawValue: String {
        switch self {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .failed: "failed"
        case .void: "void"
        case .other(let word): word
        }
    }
}
