import DiceWire

/// The timeout for a response: how long to wait, and what to do about silence.
///
/// The response to a roll or a throw arrives when its dice have settled, which may take long if the
/// daemon's dice are slow. A daemon that is silent meanwhile is sent a `ping`; anything that it
/// sends shows that it is alive. The wait for a long line continues while more of it arrives.
struct ResponseTimeout {
    private let method: AnyMethod
    private let timeout: Duration
    private var isAsked = false
    /// The part of a line that had arrived when the deadline last passed.
    private var arrival = Connection.Arrival()
    /// The instant at which `expire(at:)` is due. The instant moves when the daemon sends
    /// something.
    private(set) var deadline: Deadline

    /// Starts the wait. `timeout` is the time for which the daemon may be silent, and the time
    /// limit for the response to a `ping`.
    init(over method: AnyMethod, timeout: Duration, at now: Deadline) {
        self.method = method
        self.timeout = timeout
        deadline = now + timeout
    }

    /// Records that the daemon has sent something other than the response.
    mutating func hear(at now: Deadline) {
        if method.answersAtRest {
            isAlive(at: now)
        }
    }

    /// Records that the daemon has answered elsewhere.
    mutating func isAlive(at now: Deadline) {
        isAsked = false
        deadline = now + timeout
    }

    /// Handles the passing of the deadline. Returns the `ping` to send if the response may take
    /// long and none was sent yet; `nil` if there is nothing to send.
    ///
    /// - Parameter arrival: The part of a line that has arrived.
    /// - Throws: `timedOut` unless the wait continues.
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
