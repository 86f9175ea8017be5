import DiceClient
import DiceModel
import DiceWire
import Testing

@testable import DiceFollowing

/// The order in which the throws of a group are requested.
struct ThrowQueueTests {
    private let group = ThrowGroup("fight-1")
    private let requests: [Request]

    init() {
        let group = group
        requests = ["ann", "bo", "cat"].map {
            Method.throw(ThrowParams(table: .default, expression: "d20", label: $0, group: group))
        }
    }

    /// A queue whose changes can be expected.
    private final class Queue {
        private var queue: ThrowQueue

        init(_ requests: [Request]) {
            queue = ThrowQueue(requests)
        }

        var isDone: Bool { queue.isDone }
        var made: [Request] { queue.made }
        var failure: WireError? { queue.failure }
        var due: Deadline { queue.due }

        @discardableResult
        func next(at now: Deadline) -> Request? { queue.next(at: now) }
        func apply(_ frame: ThrowFrame) { queue.apply(frame) }
        func answered(_ request: Request) -> Bool { queue.answered(request) }
        func refused(_ request: Request, _ error: WireError, at now: Deadline) -> Bool {
            queue.refused(request, error, at: now)
        }
    }

    private func frame(_ label: String, _ group: ThrowGroup?) -> ThrowFrame {
        ThrowFrame(
            table: "default",
            revision: 1,
            number: 1,
            by: "gm",
            expression: "d20",
            label: label,
            group: group,
            rolling: true,
            dice: []
        )
    }

    private let full = WireError(.throwsOfUser, ["limit": 100])

    @Test("a throw is requested once the one before has begun") func inTurn() {
        let queue = Queue(requests)
        #expect(queue.next(at: .now) == requests[0])
        #expect(queue.next(at: .now) == nil)
        queue.apply(frame("ann", nil))
        queue.apply(frame("bo", group))
        #expect(queue.next(at: .now) == nil, "other throws")
        queue.apply(frame("ann", group))
        #expect(queue.next(at: .now) == requests[1])
        #expect(queue.answered(requests[0]))
        #expect(queue.made == Array(requests[...1]), "what was sent is made")
        #expect(queue.answered(requests[1]), "a throw without animation")
        #expect(queue.next(at: .now) == requests[2])
        #expect(!queue.isDone)
        #expect(queue.answered(requests[2]))
        #expect(queue.isDone)
        #expect(queue.made == requests)
    }

    @Test("a throw without room is requested again after a pause, or once another has settled")
    func withoutRoom() {
        let queue = Queue(requests)
        let now = Deadline.now
        queue.next(at: now)
        queue.apply(frame("ann", group))
        #expect(queue.next(at: now) == requests[1])
        #expect(queue.refused(requests[1], full, at: now))
        #expect(queue.next(at: now) == nil)
        #expect(queue.due == now + ThrowQueue.pause)
        #expect(queue.next(at: now + ThrowQueue.pause) == requests[1])
        #expect(queue.due == .never)
        let later = now + .seconds(60)
        #expect(queue.refused(requests[1], full, at: later))
        #expect(queue.answered(requests[0]))
        #expect(queue.next(at: .now) == requests[1], "there is room again")
        #expect(queue.failure == nil)
    }

    @Test("the answer to a secret throw does not decide when another is made")
    func secret() {
        let secret = requests.map { request in
            var params = request[.throw]
            params?.seenBy = []
            return params.map { Method.throw($0) } ?? request
        }
        let queue = Queue(secret)
        let now = Deadline.now
        queue.next(at: now)
        queue.apply(frame("ann", group))
        queue.next(at: now)
        let later = now + .seconds(60)
        #expect(queue.refused(secret[1], full, at: later))
        #expect(queue.answered(secret[0]))
        #expect(queue.due == later + ThrowQueue.pause)
    }

    @Test("the daemon's pause is respected") func retryAfter() {
        let queue = Queue(requests)
        let now = Deadline.now
        queue.next(at: now)
        var error = full
        error.data.retryAfter = 3_000
        #expect(queue.refused(requests[0], error, at: now))
        #expect(queue.due == now + .seconds(3))
    }

    @Test("without room for long, and for any other refusal, nothing more is requested")
    func failing() {
        for (error, attempts) in [
            (full, ThrowQueue.maxAttempts), (WireError(.shuttingDown), 1),
            (WireError(.quota, ["limit": 1, "size": "1 kB"]), 1),
        ] {
            let queue = Queue(requests)
            var now = Deadline.now
            queue.next(at: now)
            queue.apply(frame("ann", group))
            for _ in 1...attempts {
                #expect(queue.failure == nil)
                now = now + .seconds(1)
                #expect(queue.next(at: now) == requests[1])
                #expect(queue.refused(requests[1], error, at: now))
            }
            #expect(queue.failure == error)
            #expect(queue.next(at: now + .seconds(60)) == nil)
            #expect(!queue.isDone, "the throw in flight")
            #expect(queue.answered(requests[0]))
            #expect(queue.isDone)
            #expect(queue.made == [requests[0]])
        }
    }
}
