import DiceModel
import DiceTable
import DiceWire

/// Counters since the start, for `server.metrics`.
@TableActor
final class ServerCounts {
    /// The number of stored rolls, void ones included.
    var rolls = 0
    /// The number of stored throws, including secret ones, whose existence is public.
    var throwCount = 0
    /// The number of ended turns.
    var turns = 0
    /// The time of the daemon's last backup; `nil` if it has made none.
    var lastBackup: Timestamp?
    private var refusals: [String: Int] = [:]

    nonisolated init() {}

    /// Counts an error that a client receives, or would receive for a request without an id.
    func refused(_ error: WireError) {
        refusals[error.data.reason, default: 0] += 1
    }

    /// The refusals by reason.
    var allRefusals: [MetricsResult.Refusals] {
        refusals.sorted { $0.key < $1.key }.map {
            MetricsResult.Refusals(reason: $0.key, count: $0.value)
        }
    }
}
