import DiceWire

/// The wait for an answer: how long it goes on, and what is done about silence.
///
/// The answer to a roll or a throw comes when its dice have settled, which may take long if the
/// daemon's dice are slow. A daemon that is silent meanwhile is asked for a sign of life (`ping`);
/// whatever it sends is one. A long line is waited for as long as more of it comes.
struct ResponseTimeout {
    private let method: AnyMethod
    private let timeout: Duration
    private var isAsked = false
    /// How much of a line had come when the deadline passed last.
    private var arrival = Connection.Arrival()
    /// When `expire(at:)` is due. It moves when the daemon is heard.
    private(set) var deadline: Deadline

    /// `timeout` is how long the daemon may be silent, and then again once it has been asked for a
    /// sign of life.
    init(over method: AnyMethod, timeout: Duration, at now: Deadline) {
        self.method = method
        self.timeout = timeout
        deadline = now + timeout
    }

    /// The daemon has sent something, but not the answer.
    mutating func hear(at now: Deadline) {
        if method.answersAtRest {
            isAlive(at: now)
        }
    }

    /// The daemon has answered elsewhere.
    mutating func isAlive(at now: Deadline) {
        isAsked = false
        deadline = now + timeout
    }

    /// The deadline has passed. Returns the request for a sign of life, if the answer may take long
    /// and that was not asked for yet; nil if nothing is to be sent.
    ///
    /// - Parameter arrival: how much of a line has come by now.
    /// - Throws: `timedOut` unless the wait goes on.
    mutating func expire(
        at now: Deadline,
        _ arrival: Connection.Arrival = Connection.Arrival()
    ) throws(ClientError) -> Request? {
        let isComing = arrival.continues(self.arrival)
        self.arrival = arrival
        if isComing {
            deadline = now + timeout
            return nil
        }
        guard method.answersAtRest, !isAsked else { throw .timedOut(method) }
        isAsked = true
        deadline = now + timeout
        return Method.ping()
    }
}
