import DequeModule
import DiceTable
import NIOCore

/// Deals out the event loop's time among the accounts whose requests are to be carried out.
///
/// A tick of the loop has a slice of time for requests, and a guest a share of it, on however many
/// connections. Whoever has more to ask waits here and is served in one of the next ticks, the
/// accounts in turn. Before each of these the loop looks at its sockets: however many requests
/// wait, whoever asks anew is heard.
@TableActor
final class RequestTurns {
    private let now: () -> NIODeadline
    private let ticks: () -> Int
    /// The tick whose slice has begun.
    private var tick = -1
    private var end = NIODeadline.uptimeNanoseconds(0)
    /// The accounts that have somebody waiting, those first that have waited longest.
    private var waiting = Deque<Account>()
    private var isRenewalDue = false

    /// How long requests are carried out in one tick.
    static let slice = TimeAmount.milliseconds(2)
    /// How long to wait for the loop to poll its sockets.
    private static let pause = TimeAmount.microseconds(50)

    /// - Parameters:
    ///   - now: the time by which a slice ends.
    ///   - ticks: how often the loop has run everything that was ready.
    init(
        now: @escaping () -> NIODeadline = { .now() },
        ticks: @escaping () -> Int = { TableActor.shared.ticks }
    ) {
        self.now = now
        self.ticks = ticks
    }

    /// Whether a request of this account may be carried out in this tick.
    func mayGoOn(_ account: Account) -> Bool {
        hasTime() && (!account.key.isGuest || account.share.isLeft(in: tick))
    }

    /// These requests of an account are carried out in this tick.
    func spend(_ requests: Int, of account: Account) {
        _ = hasTime()
        account.share.spend(requests, in: tick)
    }

    /// Calls `body` when the account has its turn, after those of it that have waited longer.
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

    /// Timers that are due run without a poll in between, so that each of them looks whether there
    /// was one.
    private func renewLater(on loop: any EventLoop) {
        guard !isRenewalDue else { return }
        isRenewalDue = true
        let before = ticks()
        loop.scheduleTask(in: Self.pause) {
            TableActor.assumeIsolated {
                self.isRenewalDue = false
                if self.ticks() > before {
                    self.serve()
                }
                if !self.waiting.isEmpty {
                    self.renewLater(on: loop)
                }
            }
        }
    }

    /// Gives each account that waits its part of this tick, as far as that goes. They have a slice
    /// of their own: the requests that have just been read may have used up the other.
    private func serve() {
        tick = ticks()
        end = now() + Self.slice
        for _ in 0..<waiting.count {
            guard hasTime(), let account = waiting.popFirst() else { return }
            while mayGoOn(account), let next = account.share.waiting.popFirst() {
                next()
            }
            account.share.isQueued = false
            if !account.share.waiting.isEmpty {
                enqueue(account)
            }
        }
    }
}

/// How many requests of one account are carried out in a tick, and who waits for the next.
@TableActor
final class RequestShare {
    fileprivate var waiting = Deque<() -> Void>()
    fileprivate var isQueued = false
    private var left = RequestShare.requests
    /// The tick in which this is left.
    private var tick = -1

    /// About what is read at once from one connection that asks without pause.
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
