import DequeModule
import DiceTable
import NIOCore

/// How many requests of one user are carried out in a tick of the event loop, on however many connections. A user who asks
/// more waits for the next ticks; the others do not wait.
@TableActor
final class RateLimit {
    private var left = RateLimit.requests
    /// The tick in which there was all of it.
    private var tick = TableActor.shared.ticks
    private var isRenewalDue = false
    private var waiting = Deque<() -> Void>()

    /// About what is read at once from one connection that asks without pause.
    private static let requests = 40
    /// How long to wait for the loop to poll its sockets.
    private static let pause = TimeAmount.microseconds(50)

    /// To be called before requests are carried out. Returns whether another one may follow in this tick.
    func spend(_ requests: Int) -> Bool {
        left -= requests
        return !isUsed
    }

    /// Whether a user who asks now has to wait.
    var isUsed: Bool {
        if left > 0 { return false }
        let now = TableActor.shared.ticks
        guard tick != now, waiting.isEmpty else { return true }
        (tick, left) = (now, Self.requests)
        return false
    }

    /// Calls `body` when there is a share again, after those who have waited longer.
    func wait(on loop: any EventLoop, _ body: @escaping () -> Void) {
        waiting.append(body)
        if !isRenewalDue { renewLater(on: loop) }
    }

    private func renewLater(on loop: any EventLoop) {
        isRenewalDue = true
        loop.scheduleTask(in: Self.pause) {
            TableActor.assumeIsolated {
                self.isRenewalDue = false
                self.renew(on: loop)
            }
        }
    }

    private func renew(on loop: any EventLoop) {
        (tick, left) = (TableActor.shared.ticks, Self.requests)
        while left > 0, let next = waiting.popFirst() { next() }
        if !waiting.isEmpty, !isRenewalDue { renewLater(on: loop) }
    }
}
