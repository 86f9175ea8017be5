package import DiceModel
import Unix

/// What the daemon says of itself.
package struct ServerInfo: Sendable {
    package var version: String
    package var pid: Int
    /// Whether the rolls are repeatable (`--seed`).
    package var isSeeded: Bool
    /// How many times slower than usual the dice move (`--slow`).
    package var slowness: Double
    /// The login name of the daemon's user.
    package var loginName: String
    /// The folder of the store, an absolute path; nil for a store without one.
    package var stateFolder: String?
    /// The size of the store's files in bytes; nil if that is not known. It is asked on the event
    /// loop.
    package var storeBytes: @Sendable () -> Int?
    /// How long writes took until they were stored. It is asked on the event loop.
    package var writes: @Sendable () -> DurationCounts = { DurationCounts() }
    /// The time of the newest copy beside the store, nil without one. It is called on the event
    /// loop.
    package var lastBackup: @Sendable () -> Timestamp? = { nil }
    /// Where the log goes: `journal`, or the path of a file; nil for anywhere else.
    package var log: String?
    /// `dicectl` or `systemd`; nil if somebody else started the daemon.
    package var startedBy: String?
    /// Differs from one start to the next.
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

/// How long the daemon waits for what.
package struct ServerTimes: Sendable {
    /// How long contributors have to reveal.
    package var reveal = Duration.seconds(2)
    /// How long watchers come and go before all are told.
    package var counting = Duration.seconds(1)
    /// How long changes of the list of tables are gathered.
    package var listing = Duration.seconds(1)
    /// How long changes of the status are gathered.
    package var status = Duration.seconds(1)
    /// How long nothing must change before room is given back.
    package var quiet = Duration.seconds(20)
    /// How long after a change of its folder the socket is looked for: a folder takes several
    /// changes to go.
    package var socketCheck = Duration.milliseconds(200)
    /// After how long a client that is to be closed must have taken something of what it is owed.
    package var linger = Duration.seconds(1)

    /// The usual ones.
    package init() {}
}

/// What a daemon does for the users whom the kernel lets connect, besides its own.
package struct Sharing: Sendable {
    /// The accounts that may speak for somebody else, by login name: a page's, a seat's.
    package var trusted: Set<String>
    /// What one guest may keep in history, in bytes; nil for no limit.
    package var quota: Int?
    /// The login name of a user; nil if there is none. It may block.
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
