/// Why a roll was cut short, or is void.
public enum CancelReason: OpenWord {
    /// Somebody asked for it.
    case cancel
    /// A roll with `restart` took its place.
    case restart
    /// The connection that rolled has closed.
    case disconnected
    /// The table was deleted.
    case tableDeleted
    /// The daemon is stopping.
    case serverStopping
    /// The roll is void: somebody did not reveal their contribution in time.
    case absent
    /// The dice were drawn and could not be stored when they were asked for.
    case storageFailed
    /// A word of a newer daemon.
    case other(String)

    public static let allCases: [Self] = [
        .cancel, .restart, .disconnected, .tableDeleted, .serverStopping, .absent,
        .storageFailed,
    ]

    /// Spelled out, as those of `RollOutcome` are.
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
