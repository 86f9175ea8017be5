internal import DiceModel
internal import DiceTable

/// What all connections share: who is connected, and whether the daemon is stopping.
@TableActor
final class ServerState {
    private(set) var connections: [RollOwner: Connection] = [:]
    let flushQueue = FlushQueue()
    var isStopping = false
    /// Told after each connection, watch, table or roll that begins or ends.
    var activity: () -> Void = {}
    private var lastOwner = 0

    /// Numbers are never used twice.
    func nextOwner() -> RollOwner {
        lastOwner += 1
        return RollOwner(lastOwner)
    }

    func opened(_ connection: Connection) {
        connections[connection.owner] = connection
        activity()
    }

    func closed(_ connection: Connection) {
        connections[connection.owner] = nil
        activity()
    }
}
