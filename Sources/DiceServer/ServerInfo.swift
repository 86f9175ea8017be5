/// What the daemon says of itself.
public struct ServerInfo: Sendable {
    public var version: String
    public var pid: Int
    /// Whether the rolls are repeatable (`--seed`).
    public var isSeeded: Bool
    /// How many times slower than usual the dice move (`--slow`).
    public var slowness: Int
    /// Who rolled, where a request does not say: the login name of the daemon's user, the only one who may connect.
    public var loginName: String
    /// Differs from one start to the next.
    public let instance: String
    public let startedAt = ContinuousClock.now

    public init(version: String, pid: Int, isSeeded: Bool, slowness: Int = 1, loginName: String) {
        self.version = version
        self.pid = pid
        self.isSeeded = isSeeded
        self.slowness = slowness
        self.loginName = loginName
        instance = String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
