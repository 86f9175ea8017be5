import DequeModule
import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// One user, or one seat: what all of their connections have together.
@TableActor
final class Account {
    let key: AccountKey
    fileprivate(set) var connections = 0
    var inFlight = DiceInFlight.Load()
    /// False if it stands for all clients of a user's own daemon.
    let isOneUser: Bool
    let share = RateLimit()

    struct AccountKey: Hashable, Sendable {
        let uid: UInt32
        /// Somebody for whom an account speaks is another than the user of that name.
        let name: String
        /// Whether the limits hold: not for the daemon's own user, nor for an account that may still speak for others.
        let isGuest: Bool
    }

    fileprivate init(_ key: AccountKey, isOneUser: Bool) {
        self.key = key
        self.isOneUser = isOneUser
    }
}

/// The users who are connected.
@TableActor
final class Accounts {
    private var accounts: [Account.AccountKey: Account] = [:]

    var count: Int { accounts.count }

    /// The account that a connection belongs to from now on. Throws `limitExceeded` if it has too many.
    func enter(_ permit: Permit, uid: UInt32) throws(WireError) -> Account {
        let key = Account.AccountKey(uid: uid, name: permit.name, isGuest: permit.isGuest)
        let account = accounts[key] ?? Account(key, isOneUser: permit.isNamed)
        guard !key.isGuest || account.connections < Limits.connectionsPerUser else {
            throw .tooManyConnections(permit.name)
        }
        account.connections += 1
        accounts[key] = account
        return account
    }

    func leave(_ account: Account) {
        account.connections -= 1
        if account.connections == 0 { accounts[account.key] = nil }
    }
}

/// How much of a turn of the loop one user has, however many connections they ask on. A user who asks more waits for
/// the next turns; the others do not wait.
@TableActor
final class RateLimit {
    private var left = RateLimit.requests
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

    /// Whether a user who asks now has to wait.
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
