import DiceModel
import DiceTable
import DiceWire

/// What has happened since the start, as `server.metrics` tells it.
@TableActor
final class ServerCounts {
    /// Rolls that are stored, void ones included.
    var rolls = 0
    /// Throws that are stored, secret ones included: everybody is told that there is one.
    var throwCount = 0
    /// Turns that have ended.
    var turns = 0
    /// When the daemon last made a copy; nil if it has made none.
    var lastBackup: Timestamp?
    private var refusals: [String: Int] = [:]

    nonisolated init() {}

    /// Counts an error that a client gets, or would get of a request without an id.
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
