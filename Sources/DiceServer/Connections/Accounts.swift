import DiceModel
import DiceTable
import DiceWire

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
