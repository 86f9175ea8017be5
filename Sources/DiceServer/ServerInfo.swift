/// What the daemon says of itself.
public struct ServerInfo: Sendable {
    public var version: String
    public var pid: Int
    /// Whether the rolls are repeatable (`--seed`).
    public var isSeeded: Bool
    /// Who rolled, where a request does not say: the login name of the daemon's user, the only one who may connect.
    public var loginName: String
    /// Differs from one start to the next.
    public let instance: String
    public let startedAt = ContinuousClock.now

    public init(version: String, pid: Int, isSeeded: Bool, loginName: String) {
        self.version = version
        self.pid = pid
        self.isSeeded = isSeeded
        self.loginName = loginName
        instance = String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
