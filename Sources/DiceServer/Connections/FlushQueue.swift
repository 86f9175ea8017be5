import DiceTable
import NIOCore

/// The connections that wait for the end of the event loop's tick, so that what they collect leaves
/// when everything that was ready in this tick has been read: a client of many connections then
/// wakes once for all of them.
///
/// A crowd is served in parts, between which the loop reads requests.
@TableActor
final class FlushQueue {
    private var waiting: [ClientConnection] = []
    /// Reused, so that its storage is not allocated again.
    private var ready: [ClientConnection] = []
    private var lastTick = 0
    /// How many bytes have left at once in this tick; a line counts as 1 kB at least.
    private var written = 0
    /// How many connections have had replies in this tick, and in the last one that had any.
    private var answered = (now: 0, before: 0)

    /// How much leaves at once in one tick: some milliseconds of system calls.
    private static let bytesPerTick = 1 << 20
    /// How many connections are served at once, and how many of the others before somebody else may
    /// have a turn.
    private static let connectionsPerTick = 1_024
    private static let part = 256

    /// To be asked for each line of a watcher: whether it may leave at once.
    func mayWrite(_ bytes: Int) -> Bool {
        count()
        written += max(bytes, 1_024)
        return written <= Self.bytesPerTick
    }

    /// To be asked for each connection that has replies: whether it seems to be the only one, which
    /// need not wait.
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
