public import DiceWire

/// The wait for an answer: how long it goes on, and what is done about silence.
///
/// The answer to a roll or a throw comes when its dice have settled, which may take long where the daemon's dice are slow. A daemon
/// that is silent meanwhile is asked for a sign of life (`ping`); whatever it sends is one.
public struct Vigil {
    private let method: AnyMethod
    private let timeout: Duration
    private var isAsked = false
    /// When `expire(client:)` is due. It moves when the daemon is heard.
    public private(set) var deadline: Deadline

    /// A wait that begins now. `timeout` is how long the daemon may be silent, and then again once it has been asked for a
    /// sign of life.
    public init(over method: AnyMethod, timeout: Duration) {
        self.method = method
        self.timeout = timeout
        deadline = .after(timeout)
    }

    /// The daemon has sent something, but not the answer.
    public mutating func hear() {
        guard method.answersAtRest else { return }
        isAsked = false
        deadline = .after(timeout)
    }

    /// The deadline has passed. Asks for a sign of life where the answer may take long and that was not asked for yet; it
    /// may block as `Client.begin(_:)` does.
    ///
    /// - Throws: `timedOut` unless the wait goes on, else what `Client.begin(_:)` throws.
    public mutating func expire(client: Client) throws(ClientError) {
        guard method.answersAtRest, !isAsked else { throw .timedOut(method) }
        isAsked = true
        _ = try client.begin([Method.ping()])
        deadline = .after(timeout)
    }
}
