internal import DiceModel
internal import NIOCore

/// The connections whose answers wait for the end of the loop's turn: who waits on many connections, or shares our
/// processor, wakes once for all of them. Who is alone in asking does not wait, as a turn of the loop takes longer than
/// the answer.
@TableActor
final class FlushQueue {
    private var waiting: [Connection] = []
    /// Whose answer was the last to be sent, or to wait.
    private var last: RollOwner?

    /// Flushes `connection`: at once where nobody else has been answered since it was, else when everything that was
    /// ready in this turn of its loop has been read.
    func flush(_ connection: Connection) {
        if connection.owner == last, waiting.isEmpty { return connection.flush() }
        last = connection.owner
        connection.isFlushing = true
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        connection.output.channel.eventLoop.execute { TableActor.assumeIsolated { self.flushWaiting() } }
    }

    private func flushWaiting() {
        let ready = waiting
        waiting.removeAll(keepingCapacity: true)
        for connection in ready { connection.flush() }
    }
}
