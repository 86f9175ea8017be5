internal import DiceModel
internal import NIOCore

/// Tells when nobody has a page open, and has had none for long enough, and no link that could open one is left.
final class IdleWatch {
    private let time: Duration
    private let eventLoop: any EventLoop
    private let now: @Sendable () -> Timestamp
    private let idle: () -> Void
    private var timer: Scheduled<Void>?

    init(
        after time: Duration, eventLoop: any EventLoop, now: @escaping @Sendable () -> Timestamp,
        idle: @escaping () -> Void
    ) {
        self.time = time
        self.eventLoop = eventLoop
        self.now = now
        self.idle = idle
    }

    func changed(pages: Int, lastLink: Timestamp?) {
        timer?.cancel()
        guard pages == 0 else { return }
        let left = (lastLink?.millisecondsSinceEpoch ?? 0) - now().millisecondsSinceEpoch
        let wait = max(TimeAmount(time), .milliseconds(max(0, left)))
        timer = eventLoop.assumeIsolated().scheduleTask(in: wait) { [idle] in idle() }
    }
}
