import DiceTable

/// A roll that is stored.
enum StoredRoll {
    case started(RollFlight)
    /// It waits for its contributors. The task asks them and brings it: its dice have started, or
    /// it is void.
    case asking(Task<RollFlight, any Error>)
}
