internal import DequeModule
internal import DiceTable
internal import NIOCore

/// How much of a turn of the loop one user has, however many connections they ask on: who asks more waits for the next
/// turns, and nobody else does.
@TableActor
final class TurnShare {
    private var left = TurnShare.requests
    /// The turn in which there was all of it.
    private var turn = TableActor.shared.turnsEnded
    private var isRenewalDue = false
    private var waiting = Deque<() -> Void>()

    /// About what is read at once from one connection that asks without pause.
    private static let requests = 40
    /// After which time the loop has looked at its sockets again.
    private static let pause = TimeAmount.microseconds(50)

    /// To be called before requests are carried out. Returns whether another one may follow in this turn.
    func spend(_ requests: Int) -> Bool {
        left -= requests
        return !isUsed
    }

    /// Whether who asks now has to wait.
    var isUsed: Bool {
        if left > 0 { return false }
        let now = TableActor.shared.turnsEnded
        guard turn != now, waiting.isEmpty else { return true }
        (turn, left) = (now, Self.requests)
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
        (turn, left) = (TableActor.shared.turnsEnded, Self.requests)
        while left > 0, let next = waiting.popFirst() { next() }
        if !waiting.isEmpty, !isRenewalDue { renewLater(on: loop) }
    }
}
