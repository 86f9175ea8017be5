import DiceWire

/// The wait for an answer: how long it goes on, and what is done about silence.
///
/// The answer to a roll or a throw comes when its dice have settled, which may take long if the daemon's dice are slow. A
/// daemon that is silent meanwhile is asked for a sign of life (`ping`); whatever it sends is one.
struct ResponseTimeout {
    private let method: AnyMethod
    private let timeout: Duration
    private var isAsked = false
    /// When `expire(at:)` is due. It moves when the daemon is heard.
    private(set) var deadline: Deadline

    /// `timeout` is how long the daemon may be silent, and then again once it has been asked for a sign of life.
    init(over method: AnyMethod, timeout: Duration, at now: Deadline) {
        (self.method, self.timeout) = (method, timeout)
        deadline = now + timeout
    }

    /// The daemon has sent something, but not the answer.
    mutating func hear(at now: Deadline) {
        guard method.answersAtRest else { return }
        isAsked = false
        deadline = now + timeout
    }

    /// The deadline has passed. Returns the request for a sign of life, if the answer may take long and that was not asked
    /// for yet.
    ///
    /// - Throws: `timedOut` unless the wait goes on.
    mutating func expire(at now: Deadline) throws(ClientError) -> Request {
        guard method.answersAtRest, !isAsked else { throw .timedOut(method) }
        isAsked = true
        deadline = now + timeout
        return Method.ping()
    }
}
