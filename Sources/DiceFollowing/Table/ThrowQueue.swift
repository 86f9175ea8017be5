package import DiceClient
package import DiceModel
package import DiceWire

/// The requests for the throws of a group, in order. Each is sent once the throw before it has
/// begun: by then the daemon has committed itself to its seed. A throw for which there is no room
/// yet is requested again.
package struct ThrowQueue {
    private var unsent: ArraySlice<Request>
    /// The request whose throw is not known to have begun.
    private var pending: Request?
    /// The requests whose throws have begun and have no result yet.
    private var flying: [Request] = []
    /// The requests whose throws have begun, in order.
    private var begun: [Request] = []
    /// The first refusal that another attempt would not change.
    package private(set) var failure: WireError?
    /// The instant of the next attempt, if there was no room.
    private var nextAttempt = Deadline.now
    /// The number of attempts without room since the last throw began.
    private var attempts = 0

    /// The pause before another attempt, unless the daemon gives one.
    static let pause = Duration.milliseconds(500)
    /// The number of attempts without room before the queue gives up.
    static let maxAttempts = 60

    package init(_ requests: [Request]) {
        unsent = requests[...]
    }

    /// Adds a request at the end.
    package mutating func append(_ request: Request) {
        unsent.append(request)
    }

    /// The requests that have been sent and not refused, in order: the daemon makes these throws,
    /// whatever the client does next.
    package var made: [Request] { begun + [pending].compactMap(\.self) }

    /// True if every request has been answered or dropped.
    package var isDone: Bool { unsent.isEmpty && pending == nil && flying.isEmpty }

    /// The instant at which `next(at:)` may have a request even if nothing arrives.
    package var due: Deadline { pending == nil && !unsent.isEmpty ? nextAttempt : .never }

    /// Returns the request to send now; `nil` before there is one.
    package mutating func next(at now: Deadline) -> Request? {
        guard pending == nil, nextAttempt <= now, let request = unsent.popFirst() else {
            return nil
        }
        pending = request
        return request
    }

    /// Applies a notification about anyone's throw.
    package mutating func apply(_ frame: ThrowFrame) {
        guard let thrown = pending?[.throw], thrown.group == frame.group,
            thrown.label == frame.label
        else { return }
        begin()
    }

    /// Applies the response to a request. Returns true if it is one of these.
    @discardableResult
    package mutating func answered(_ request: Request) -> Bool {
        if request == pending {
            begin()
        }
        guard let index = flying.firstIndex(of: request) else { return false }
        flying.remove(at: index)
        // There is room again. When a secret throw is answered may depend on its faces.
        if request[.throw]?.seenBy == nil {
            nextAttempt = .now
        }
        return true
    }

    /// Applies the refusal of a request. Returns true if it is one of these.
    package mutating func refused(_ request: Request, _ error: WireError, at now: Deadline)
        -> Bool
    {
        guard request == pending else { return false }
        pending = nil
        attempts += 1
        guard error.isForLackOfRoom, attempts < Self.maxAttempts else {
            drop(for: error)
            return true
        }
        unsent = [request] + unsent
        let pause = error.data.retryAfter.map { Duration.milliseconds($0) } ?? Self.pause
        nextAttempt = now + pause
        return true
    }

    /// Drops the throws that have not been requested.
    private mutating func drop(for error: WireError) {
        unsent = []
        failure = error
    }

    private mutating func begin() {
        guard let request = pending.take() else { return }
        begun.append(request)
        flying.append(request)
        attempts = 0
    }
}

extension WireError {
    /// True if a throw was refused because of others that are in flight or have just been stored.
    fileprivate var isForLackOfRoom: Bool {
        guard known == .limitExceeded, let limit = data.of else { return false }
        return [.inFlight, .throwsInFlight, .faces, .storage].contains(
            ExceededLimit(rawValue: limit)
        )
    }
}
