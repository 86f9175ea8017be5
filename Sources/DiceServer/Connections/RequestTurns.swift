import DequeModule
import DiceTable
import NIOCore

/// Schedules the event loop's time among the accounts with requests.
///
/// Each tick of the loop has a time slice for requests, and a guest gets a share of that slice,
/// regardless of the guest's number of connections. Further requests wait here for one of the next
/// ticks; accounts take turns. Before each tick the loop polls its sockets, so new requests are
/// read regardless of how many are waiting.
@TableActor
final class RequestTurns {
    private let now: () -> NIODeadline
    private let ticks: () -> Int
    /// The tick of the current slice.
    private var tick = -1
    private var end = NIODeadline.uptimeNanoseconds(0)
    /// The accounts with waiting requests, longest wait first.
    private var waiting = Deque<Account>()
    private var isRenewalDue = false

    /// The time slice for requests in one tick.
    static let slice = TimeAmount.milliseconds(2)
    /// The delay that lets the loop poll its sockets.
    private static let pause = TimeAmount.microseconds(50)
    /// The longest delay, of a loop that is too slow for shorter ones.
    private static let longestPause = TimeAmount.microseconds(1_600)

    /// - Parameters:
    ///   - now: the clock that measures slices.
    ///   - ticks: the number of times that the loop has run everything that was ready.
    init(
        now: @escaping () -> NIODeadline = { .now() },
        ticks: @escaping () -> Int = { TableActor.shared.ticks }
    ) {
        self.now = now
        self.ticks = ticks
    }

    /// Returns true if a request of this account may run in this tick.
    func mayRun(_ account: Account) -> Bool {
        hasTime() && (!account.key.isGuest || account.share.isLeft(in: tick))
    }

    /// Counts requests of an account that run in this tick.
    func spend(_ requests: Int, of account: Account) {
        _ = hasTime()
        account.share.spend(requests, in: tick)
    }

    /// Calls `body` in the account's turn, after the account's earlier waiting requests.
    func wait(_ account: Account, on loop: any EventLoop, _ body: @escaping () -> Void) {
        account.share.waiting.append(body)
        enqueue(account)
        renewLater(on: loop)
    }

    private func enqueue(_ account: Account) {
        guard !account.share.isQueued else { return }
        account.share.isQueued = true
        waiting.append(account)
    }

    private func hasTime() -> Bool {
        let current = ticks()
        let now = now()
        if tick != current {
            tick = current
            end = now + Self.slice
        }
        return now < end
    }

    /// Serves waiting accounts after the loop's next poll. Due timers run without a poll in
    /// between, so each timer checks whether a poll has happened. If not, the next one waits twice
    /// as long: a loop that needs longer for a timer than the timer's delay would find the next one
    /// due again, and would never poll.
    private func renewLater(
        on loop: any EventLoop,
        after pause: TimeAmount = RequestTurns.pause
    ) {
        guard !isRenewalDue else { return }
        isRenewalDue = true
        let before = ticks()
        loop.scheduleTask(in: pause) {
            TableActor.assumeIsolated {
                self.isRenewalDue = false
                let hasPolled = self.ticks() > before
                if hasPolled {
                    self.serve()
                }
                if !self.waiting.isEmpty {
                    let longer = min(pause + pause, Self.longestPause)
                    self.renewLater(on: loop, after: hasPolled ? Self.pause : longer)
                }
            }
        }
    }

    /// Gives each waiting account its share of this tick, as far as the time allows. Waiting
    /// accounts have a separate slice, because newly read requests may have used up the first.
    private func serve() {
        tick = ticks()
        end = now() + Self.slice
        for _ in 0..<waiting.count {
            guard hasTime(), let account = waiting.popFirst() else { return }
            while mayRun(account), let next = account.share.waiting.popFirst() {
                next()
            }
            account.share.isQueued = false
            if !account.share.waiting.isEmpty {
                enqueue(account)
            }
        }
    }
}

/// The number of one account's requests that run in a tick, and the queue for the next tick.
@TableActor
final class RequestShare {
    fileprivate var waiting = Deque<() -> Void>()
    fileprivate var isQueued = false
    private var left = RequestShare.requests
    /// The tick that `left` applies to.
    private var tick = -1

    /// About the number of requests in one read from a connection that sends without pause.
    private static let requests = 40

    fileprivate func isLeft(in tick: Int) -> Bool {
        renew(in: tick)
        return left > 0
    }

    fileprivate func spend(_ requests: Int, in tick: Int) {
        renew(in: tick)
        left -= requests
    }

    private func renew(in tick: Int) {
        guard self.tick != tick else { return }
        self.tick = tick
        left = Self.requests
    }
}
