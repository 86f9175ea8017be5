/// The result of `hello`.
public struct HelloResult: Message, Hashable {
    /// The protocol that the daemon speaks.
    public var `protocol`: Int
    /// The server's name and version: `diced/VERSION`.
    public var server: String
    /// An id that differs at each start of the daemon.
    public var instance: String
    /// The daemon's process id.
    public var pid: Int

    public init(protocol number: Int, server: String, instance: String, pid: Int) {
        self.protocol = number
        self.server = server
        self.instance = instance
        self.pid = pid
    }

    static let members = Members(
        component: "Hello",
        Self.init,
        Member("protocol", \.protocol, .number),
        Member("server", \.server),
        Member("instance", \.instance),
        Member("pid", \.pid, .number)
    )
}
