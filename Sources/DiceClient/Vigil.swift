public import DiceWire

/// The wait for an answer: how long it goes on, and what is done about silence.
///
/// The answer to a roll comes when its dice have settled, which may take long where the daemon's dice are slow. A daemon
/// that is silent meanwhile is asked for a sign of life (`ping`); whatever it sends is one.
public struct Vigil {
    private let method: Method
    private let timeout: Duration
    private var isAsked = false
    /// When `expire(client:)` is due.
    public private(set) var deadline: Deadline

    public init(over method: Method, timeout: Duration) {
        self.method = method
        self.timeout = timeout
        deadline = .after(timeout)
    }

    /// The daemon has sent something, but not the answer.
    public mutating func hear() {
        guard method == .roll else { return }
        isAsked = false
        deadline = .after(timeout)
    }

    /// The deadline has passed. Throws `timedOut` unless the wait goes on.
    public mutating func expire(client: Client) throws(ClientError) {
        guard method == .roll, !isAsked else { throw .timedOut(method) }
        isAsked = true
        _ = try client.begin([.ping])
        deadline = .after(timeout)
    }
}
