package import DiceModel
import Unix

/// The daemon's facts about itself.
package struct ServerInfo: Sendable {
    package var version: String
    package var pid: Int
    /// True if rolls are repeatable (`--seed`).
    package var isSeeded: Bool
    /// The factor by which dice move slower than usual (`--slow`).
    package var slowness: Double
    /// The login name of the daemon's user.
    package var loginName: String
    /// The absolute path of the store's folder; `nil` for a store in memory.
    package var stateFolder: String?
    /// Returns the size of the store's files in bytes; `nil` if unknown. Called on the event loop.
    package var storeBytes: @Sendable () -> Int?
    /// Returns the latencies of writes. Called on the event loop.
    package var writes: @Sendable () -> DurationCounts = { DurationCounts() }
    /// Returns the time of the newest copy beside the store; `nil` if none. Called on the event
    /// loop.
    package var lastBackup: @Sendable () -> Timestamp? = { nil }
    /// The destination of the log: `journal`, or the path of a file; `nil` for any other.
    package var log: String?
    /// `dicectl` or `systemd`; `nil` if the daemon was started in another way.
    package var startedBy: String?
    /// An id that differs at each start.
    package let instance: String
    package let startedAt = ContinuousClock.now

    package init(
        version: String,
        pid: Int,
        isSeeded: Bool,
        slowness: Double = 1,
        loginName: String,
        stateFolder: String? = nil,
        storeBytes: @escaping @Sendable () -> Int? = { nil },
        log: String? = nil,
        startedBy: String? = nil
    ) {
        self.version = version
        self.pid = pid
        self.isSeeded = isSeeded
        self.slowness = slowness
        self.loginName = loginName
        self.stateFolder = stateFolder
        self.storeBytes = storeBytes
        self.log = log
        self.startedBy = startedBy
        instance = String(UInt64.random(in: .min ... .max), radix: 36)
    }
}

/// The daemon's delays and deadlines.
package struct ServerTimes: Sendable {
    /// The time that contributors have to reveal.
    package var reveal = Duration.seconds(2)
    /// The debounce time for the number of watchers.
    package var counting = Duration.seconds(1)
    /// The time without a connection after which other players may make a player rest.
    package var absence = Duration.seconds(60)
    /// The time for which changes to the list of tables are gathered.
    package var listing = Duration.seconds(1)
    /// The time for which changes to the status are gathered.
    package var status = Duration.seconds(1)
    /// The time without changes after which memory and storage are released.
    package var quiet = Duration.seconds(20)
    /// The delay between a change to the socket's folder and the check for the socket: removing a
    /// folder makes several changes.
    package var socketCheck = Duration.milliseconds(200)
    /// The time within which a client that is to be closed must read some of its output.
    package var linger = Duration.seconds(1)

    /// Creates the default times.
    package init() {}
}

/// The policy for users other than the daemon's own, who reach a shared daemon.
package struct Sharing: Sendable {
    /// The login names of the accounts that may act under other names, for example a page's or a
    /// seat's.
    package var trusted: Set<String>
    /// The maximum size of one guest's history in bytes; `nil` for no limit.
    package var quota: Int?
    /// Returns the login name of a user; `nil` if there is none. The lookup may block.
    package var loginName: @Sendable (_ uid: UInt32) -> String?

    package init(
        trusted: Set<String> = [],
        quota: Int? = nil,
        loginName: @escaping @Sendable (UInt32) -> String? = { LoginName.of(uid: $0) }
    ) {
        self.trusted = trusted
        self.quota = quota
        self.loginName = loginName
    }
}
