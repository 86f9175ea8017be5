/// How a throw ended.
public enum ThrowOutcome: OpenWord {
    /// Every die settled in its own time.
    case completed
    /// The dice were settled early, on the faces already drawn.
    case cancelled
    /// The faces made a result impossible.
    case failed
    /// No face was drawn. No daemon says so: throws wait for nobody.
    case void
    /// A word of a newer daemon.
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
