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

    static let component = "Hello"
    static var blank: Self { Self(protocol: 0, server: "", instance: "", pid: 0) }

    mutating func visit(_ field: inout Fields) {
        field("protocol", &`protocol`, .number)
        field("server", &server)
        field("instance", &instance)
        field("pid", &pid, .number)
    }
}
