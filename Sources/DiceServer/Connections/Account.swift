internal import DiceModel
internal import DiceTable
internal import DiceWire

/// One user, or one seat: what all of their connections have together.
@TableActor
final class Account {
    let key: Key
    fileprivate(set) var connections = 0
    var inFlight = DiceInFlight.Load()
    /// Not all who connect to a daemon of their own.
    let isOneUser: Bool
    let share = TurnShare()

    struct Key: Hashable, Sendable {
        let uid: UInt32
        /// Somebody for whom an account speaks is another than the user of that name.
        let name: String
        /// Whether the limits hold: not for the daemon's own user, nor for who may still speak for others.
        let isGuest: Bool
    }

    fileprivate init(_ key: Key, isOneUser: Bool) {
        self.key = key
        self.isOneUser = isOneUser
    }
}

/// The users who are connected.
@TableActor
final class Accounts {
    private var accounts: [Account.Key: Account] = [:]

    var count: Int { accounts.count }

    /// The account that a connection belongs to from now on. Throws `limitExceeded` where it has too many.
    func enter(_ permit: Permit, uid: UInt32) throws(WireError) -> Account {
        let key = Account.Key(uid: uid, name: permit.name, isGuest: permit.isGuest)
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
