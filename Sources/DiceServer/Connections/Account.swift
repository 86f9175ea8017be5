import DiceModel
import DiceTable

/// The shared state of one user's or one seat's connections.
@TableActor
final class Account {
    let key: AccountKey
    /// The number of connections that are open or have unfinished requests.
    var connections = 0
    var inFlight = DiceInFlight.Load()
    /// False if the account represents all clients of a private daemon.
    let isOneUser: Bool
    let share = RequestShare()

    struct AccountKey: Hashable, Sendable {
        let uid: UInt32
        /// The name. A person for whom an account speaks is distinct from a user with the same
        /// name.
        let name: String
        /// True if the limits apply. They do not apply to the daemon's own user, nor to an account
        /// that may still speak for others.
        let isGuest: Bool
    }

    init(_ key: AccountKey, isOneUser: Bool) {
        self.key = key
        self.isOneUser = isOneUser
    }

    /// True if the account may have another connection.
    var mayConnect: Bool { !key.isGuest || connections < Limits.connectionsPerUser }
}
