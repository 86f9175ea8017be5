import DiceTable
import NIOCore

/// The connections that are waiting for the end of the event loop's tick. Collected lines are sent
/// when everything that was ready in this tick has been read, so that a client with many
/// connections wakes up once for all of them.
///
/// A large queue is flushed in parts, between which the loop reads requests.
@TableActor
final class FlushQueue {
    private var waiting: [ClientConnection] = []
    /// Reused, so that its storage is not allocated again.
    private var ready: [ClientConnection] = []
    private var lastTick = 0
    /// The number of bytes that were sent immediately in this tick; a line counts as at least 1 kB.
    private var written = 0
    /// The number of connections with replies in this tick, and in the last one that had any.
    private var answered = (now: 0, before: 0)

    /// The maximum number of bytes to send immediately in one tick: some milliseconds of system
    /// calls.
    private static let bytesPerTick = 1 << 20
    /// The number of connections to flush at once. The rest follow in parts of `part`, between
    /// which other work has a turn.
    private static let connectionsPerTick = 1_024
    private static let part = 256

    /// Returns true if a watcher's line may be sent immediately. Call it for each line.
    func mayWrite(_ bytes: Int) -> Bool {
        count()
        written += max(bytes, 1_024)
        return written <= Self.bytesPerTick
    }

    /// Returns true if a connection seems to be the only one with replies, so that its replies need
    /// not wait. Call it for each connection with replies.
    func isQuiet() -> Bool {
        count()
        answered.now += 1
        return answered.now == 1 && answered.before <= 1
    }

    private func count() {
        let now = TableActor.shared.ticks
        guard lastTick != now else { return }
        lastTick = now
        written = 0
        if answered.now > 0 {
            answered = (0, answered.now)
        }
    }

    func append(_ connection: ClientConnection) {
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        connection.output.channel.eventLoop.execute {
            TableActor.assumeIsolated { self.tick() }
        }
    }

    private func tick() {
        swap(&waiting, &ready)
        for connection in ready.prefix(Self.connectionsPerTick) {
            connection.tickEnded()
        }
        let rest = Array(ready.dropFirst(Self.connectionsPerTick))
        ready.removeAll(keepingCapacity: true)
        guard !rest.isEmpty else { return }
        TableActor.task {
            for (index, connection) in rest.enumerated() {
                if index % Self.part == 0 {
                    await Task.yield()
                }
                connection.tickEnded()
            }
        }
    }
}
