import DiceModel
import DiceTable
import NIOCore
import NIOEmbedded
import Testing

@testable import DiceServer

/// The clock advances with each request, and the test counts the ticks.
@Suite("Scheduling of requests")
@TableActor
final class RequestTurnsTests {
    private let loop = EmbeddedEventLoop()
    private var now = NIODeadline.uptimeNanoseconds(0)
    private var tick = 0
    private lazy var turns = RequestTurns(now: { self.now }, ticks: { self.tick })
    /// The requests in the order in which they ran.
    private var log: [String] = []

    private func account(_ name: String, isGuest: Bool = true) -> Account {
        Account(
            Account.AccountKey(uid: 1, name: name, isGuest: isGuest),
            isOneUser: true
        )
    }

    /// Creates a connection with this many requests of this duration.
    private func ask(
        _ account: Account,
        _ requests: Int,
        _ time: TimeAmount = .microseconds(10)
    ) {
        var left = requests
        func goOn() {
            while left > 0 {
                guard turns.mayRun(account) else {
                    return turns.wait(account, on: loop, goOn)
                }
                turns.spend(1, of: account)
                log.append(account.key.name)
                left -= 1
                now = now + time
            }
        }
        goOn()
    }

    /// Polls the loop's sockets and runs due tasks.
    private func poll() {
        tick += 1
        loop.advanceTime(by: .microseconds(50))
    }

    private func takeLog() -> [String: Int] {
        defer {
            log = []
        }
        return Dictionary(log.map { ($0, 1) }, uniquingKeysWith: +)
    }

    @Test(
        "waiting requests run only after the loop has polled, with any number of due timers"
    )
    func polls() {
        ask(account("ann"), 1_000)
        #expect(takeLog() == ["ann": 40])
        for _ in 1...100 {
            loop.advanceTime(by: .milliseconds(1))
        }
        #expect(takeLog().isEmpty)
        tick += 1
        loop.advanceTime(by: .milliseconds(2))
        #expect(takeLog() == ["ann": 40])
    }

    @Test("a loop that is slower than a timer's delay polls nevertheless")
    func slowLoop() {
        var timers = 0
        turns = RequestTurns(
            now: { self.now },
            ticks: {
                timers += 1
                return self.tick
            }
        )
        ask(account("ann"), 1_000)
        timers = 0
        loop.advanceTime(by: .milliseconds(100))
        #expect(timers < 200, "a timer every 50 microseconds asks 4,000 times")
    }

    @Test(
        "requests use at most a slice of a tick, and as much again for those that wait"
    )
    func slice() {
        let own = account("own", isGuest: false)
        ask(own, 1_000, .microseconds(100))
        #expect(takeLog() == ["own": 20])
        poll()
        #expect(takeLog() == ["own": 20])
        tick += 1
        ask(account("ann"), 1_000, .microseconds(100))
        #expect(takeLog() == ["ann": 20])
        loop.advanceTime(by: .microseconds(50))
        #expect(takeLog() == ["own": 20])
    }

    @Test(
        "waiting accounts take turns, with any number of connections each"
    )
    func inTurn() {
        let ann = account("ann")
        let bo = account("bo")
        let cy = account("cy")
        for _ in 1...60 {
            ask(ann, 3_500, .microseconds(100))
        }
        ask(bo, 1, .microseconds(100))
        ask(cy, 1_000, .microseconds(100))
        log = []
        var ticks = 0
        while !log.contains("bo"), ticks < 10 {
            poll()
            ticks += 1
        }
        #expect(ticks <= 2)
        log = []
        for _ in 1...10 {
            poll()
        }
        #expect(takeLog() == ["ann": 100, "cy": 100])
    }

    @Test("a waiting account is not starved by clients that ask anew in each tick")
    func noStarvation() {
        let own = account("own", isGuest: false)
        ask(own, 30, .microseconds(100))
        let ann = account("ann")
        ask(ann, 1)
        #expect(takeLog() == ["own": 20])
        tick += 1
        ask(account("crowd", isGuest: false), 20, .microseconds(100))
        loop.advanceTime(by: .microseconds(50))
        #expect(takeLog() == ["crowd": 20, "own": 10, "ann": 1])
    }
}
