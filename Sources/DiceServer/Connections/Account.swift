import DiceModel
import DiceTable

/// One user, or one seat: what all of their connections have together.
@TableActor
final class Account {
    let key: AccountKey
    /// Connections that are open, or whose requests are not all done.
    var connections = 0
    var inFlight = DiceInFlight.Load()
    /// False if it stands for all clients of a user's own daemon.
    let isOneUser: Bool
    let share = RequestShare()

    struct AccountKey: Hashable, Sendable {
        let uid: UInt32
        /// Somebody for whom an account speaks is another than the user of that name.
        let name: String
        /// Whether the limits hold: not for the daemon's own user, nor for an account that may
        /// still speak for others.
        let isGuest: Bool
    }

    init(_ key: AccountKey, isOneUser: Bool) {
        self.key = key
        self.isOneUser = isOneUser
    }

    /// Whether it may have another connection.
    var mayConnect: Bool { !key.isGuest || connections < Limits.connectionsPerUser }
}
