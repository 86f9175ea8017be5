import DiceModel
import DiceTable
import DiceWire

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
