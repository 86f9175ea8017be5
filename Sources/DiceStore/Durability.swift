/// What a commit survives: the values of SQLite's `synchronous` for a write-ahead log.
enum Durability: String {
    /// The death of the process: the log is written, and synced when it is next checkpointed.
    case processDeath = "NORMAL"
    /// Also a loss of power: the log is synced before the commit returns.
    case powerLoss = "FULL"
}
