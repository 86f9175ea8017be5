internal import DiceModel
internal import DiceTable
internal import NIOCore

/// The connections whose answers wait for the end of the loop's turn: who waits on many connections, or shares our
/// processor, wakes once for all of them. Who asks again, with nobody in between, does not wait: a closure for the end
/// of the turn costs more than it could spare.
@TableActor
final class FlushQueue {
    private var waiting: [Connection] = []
    /// Whose answers were the last to come by here.
    private var last: RollOwner?

    /// Flushes `connection`: at once where the last to be flushed here was the same one, else when everything that was
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
