import DiceModel
import DiceTable
import DiceWire

/// The users who are connected, or for whom something is still done.
@TableActor
final class Accounts {
    /// An account lives as long as anything holds it that counts for it: a connection, a request or
    /// dice in flight.
    private struct Entry {
        weak var account: Account?
    }

    private var entries: [Account.AccountKey: Entry] = [:]

    /// How many have a connection.
    var count: Int {
        entries.values.count { $0.account.map { $0.connections > 0 } == true }
    }

    /// Returns the account that a connection belongs to from now on. Throws `limitExceeded` if it
    /// has too many.
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

    /// Whether another connection would be let in.
    ///
    /// - Parameter waiting: how many are, and have not entered yet.
    func mayEnter(_ permit: Permit, uid: UInt32, beside waiting: Int) -> Bool {
        let key = Account.AccountKey(
            uid: uid,
            name: permit.name,
            isGuest: permit.isGuest
        )
        let connections = entries[key]?.account?.connections ?? 0
        return !key.isGuest || connections + waiting < Limits.connectionsPerUser
    }

    /// A connection has nothing left to do for its account.
    func leave(_ account: Account) {
        account.connections -= 1
    }

    private func add(_ account: Account) -> Account {
        entries = entries.filter { $0.value.account != nil }
        entries[account.key] = Entry(account: account)
        return account
    }
}
