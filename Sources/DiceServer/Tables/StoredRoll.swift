import DiceTable

/// A roll that is stored.
enum StoredRoll {
    case started(RollFlight)
    /// The roll is waiting for its contributors. The task asks them and returns the flight: its
    /// dice have started, or it is void.
    case asking(Task<RollFlight, any Error>)
}
