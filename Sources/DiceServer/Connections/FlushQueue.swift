internal import DiceModel
internal import NIOCore

/// The connections whose answers wait for the end of the loop's turn: who waits on many connections, or shares our
/// processor, wakes once for all of them.
@TableActor
final class FlushQueue {
    private var waiting: [Connection] = []

    /// Flushes `connection` when everything that was ready in this turn of its loop has been read.
    func add(_ connection: Connection) {
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        connection.output.channel.eventLoop.execute { TableActor.assumeIsolated { self.flush() } }
    }

    private func flush() {
        let ready = waiting
        waiting.removeAll(keepingCapacity: true)
        for connection in ready { connection.flush() }
    }
}
