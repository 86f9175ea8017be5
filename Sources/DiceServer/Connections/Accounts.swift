import DiceModel
import DiceTable
import DiceWire

/// The accounts of connected users, and of users with work in progress.
@TableActor
final class Accounts {
    /// A weak reference: an account lives as long as a connection, a request or dice in flight hold
    /// it.
    private struct Entry {
        weak var account: Account?
    }

    private var entries: [Account.AccountKey: Entry] = [:]

    /// The number of accounts with a connection.
    var count: Int {
        entries.values.count { $0.account.map { $0.connections > 0 } == true }
    }

    /// Returns the account for a new connection. Throws `limitExceeded` if the account already has
    /// too many connections.
    func enter(_ permit: Permit, uid: UInt32) throws(WireError) -> Account {
        let key = Account.AccountKey(
            uid: uid,
            name: permit.name,
            isGuest: permit.isGuest
        )
        let account =
            entries[key]?.account ?? add(Account(key, isOneUser: permit.isNamed))
        guard account.mayConnect else { throw .tooManyConnections(permit.name) }
        account.connections += 1
        return account
    }

    /// Returns true if another connection would be accepted.
    ///
    /// - Parameter waiting: the number of accepted connections that have not entered yet.
    func mayEnter(_ permit: Permit, uid: UInt32, beside waiting: Int) -> Bool {
        let key = Account.AccountKey(
            uid: uid,
            name: permit.name,
            isGuest: permit.isGuest
        )
        let connections = entries[key]?.account?.connections ?? 0
        return !key.isGuest || connections + waiting < Limits.connectionsPerUser
    }

    /// Notes that a connection has no more work for its account.
    func leave(_ account: Account) {
        account.connections -= 1
    }

    private func add(_ account: Account) -> Account {
        entries = entries.filter { $0.value.account != nil }
        entries[account.key] = Entry(account: account)
        return account
    }
}
