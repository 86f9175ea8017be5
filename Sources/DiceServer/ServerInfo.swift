/// What the daemon says of itself.
public struct ServerInfo: Sendable {
    public var version: String
    public var pid: Int
    /// Whether the rolls are repeatable (`--seed`).
    public var isSeeded: Bool
    /// How many times slower than usual the dice move (`--slow`).
    public var slowness: Double
    /// The login name of the daemon's user.
    public var loginName: String
    /// The folder of the store, an absolute path; nil for a store without one.
    public var stateFolder: String?
    /// The size of the store's files in bytes; nil where that is not known. It is asked on the event loop.
    public var storeBytes: @Sendable () -> Int?
    /// Where the log goes: `journal`, or the path of a file; nil for anywhere else.
    public var log: String?
    /// `dicectl` or `systemd`; nil where somebody else started the daemon.
    public var startedBy: String?
    /// Differs from one start to the next.
    public let instance: String
    public let startedAt = ContinuousClock.now

    public init(
        version: String, pid: Int, isSeeded: Bool, slowness: Double = 1, loginName: String, stateFolder: String? = nil,
        storeBytes: @escaping @Sendable () -> Int? = { nil }, log: String? = nil, startedBy: String? = nil
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
