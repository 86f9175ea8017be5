/// The reason why a roll was cancelled or is void.
public enum CancelReason: OpenWord {
    /// A request cancelled the roll.
    case cancel
    /// A roll with `restart` replaced this roll.
    case restart
    /// The connection that rolled has closed.
    case disconnected
    /// The table was deleted.
    case tableDeleted
    /// The daemon is stopping.
    case serverStopping
    /// The roll is void: a contributor did not reveal in time.
    case absent
    /// The dice were drawn but could not be stored.
    case storageFailed
    /// A reason from a newer daemon.
    case other(String)

    public static let allCases: [Self] = [
        .cancel, .restart, .disconnected, .tableDeleted, .serverStopping, .absent,
        .storageFailed,
    ]

    /// Spelled out, like the raw values of `RollOutcome`.
    public var rawValue: String {
        switch self {
        case .cancel: "cancel"
        case .restart: "restart"
        case .disconnected: "disconnected"
        case .tableDeleted: "tableDeleted"
        case .serverStopping: "serverStopping"
        case .absent: "absent"
        case .storageFailed: "storageFailed"
        case .other(let word): word
        }
    }
}
