import DiceTable
import DiceWire

/// Sends a client notices about its request before the answer. Requests without an id get none.
@TableActor
struct RequestNotices {
    private let connection: ClientConnection
    private let id: RequestID?

    /// The interval between progress notices.
    private static let interval = Duration.milliseconds(500)

    init(to connection: ClientConnection, of id: RequestID?) {
        self.connection = connection
        self.id = id
    }

    /// Sends a part of a copy, and returns when the reader has received it. Throws if the client
    /// has disconnected.
    func send(_ data: String, at offset: Int, of total: Int) async throws {
        guard let id else { return }
        send(.backup(BackupPart(id: id, offset: offset, data: data, total: total)))
        await connection.caughtUp()
        guard connection.state.isOpen else { throw CancellationError() }
        try Task.checkCancellation()
    }

    /// Sends notices of `progress`, immediately and then at least once a second, for as long as the
    /// returned value lives. A slow reader gets them later.
    func telling(_ progress: WorkProgress, on clock: any TableClock) -> Telling {
        Telling(on: clock, every: Self.interval) {
            guard let id, !connection.state.isBehind else { return }
            let (done, total) = progress.current
            send(.progress(RequestProgress(id: id, done: done, total: total)))
        }
    }

    private func send(_ notification: Notification) {
        // Not a table's notification, which waits for the snapshots of its batch.
        connection.send(notification.line(), isNotification: false)
        connection.perform(connection.state.next())
    }

    /// Runs an action immediately, and again after each interval.
    @TableActor
    final class Telling {
        private let clock: any TableClock
        private let interval: Duration
        private let tell: @TableActor () -> Void
        private var timer: Task<Void, Never>?

        init(
            on clock: any TableClock,
            every interval: Duration,
            _ tell: @escaping @TableActor () -> Void
        ) {
            self.clock = clock
            self.interval = interval
            self.tell = tell
            turn()
        }

        func end() {
            timer.take()?.cancel()
        }

        private func turn() {
            tell()
            timer = TableActor.after(interval, on: clock) { [weak self] in self?.turn()
            }
        }
    }
}
