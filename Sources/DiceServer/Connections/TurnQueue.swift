internal import DiceModel
internal import DiceTable
internal import NIOCore

/// The connections that wait for the end of the loop's turn, so that what they collect leaves when everything that was
/// ready in this turn has been read: a client of many connections then wakes once for all of them.
@TableActor
final class TurnQueue {
    private var waiting: [Connection] = []
    /// Kept for its memory.
    private var ready: [Connection] = []

    func append(_ connection: Connection) {
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        connection.output.channel.eventLoop.execute { TableActor.assumeIsolated { self.endTurn() } }
    }

    private func endTurn() {
        swap(&waiting, &ready)
        for connection in ready { connection.turnEnded() }
        ready.removeAll(keepingCapacity: true)
    }
}
