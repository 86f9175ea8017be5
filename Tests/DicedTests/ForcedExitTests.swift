import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import diced

@Suite("A stop without progress ends")
struct ForcedExitTests {
    /// A shutdown on a loop whose clock the test advances, with a record of its effects.
    private final class Stop: Sendable {
        let exits = Atomic(0)
        let extensions = Atomic(0)
    }

    private let loop = EmbeddedEventLoop()
    private let stop = Stop()

    private func started() -> ForcedExit {
        let forced = ForcedExit { [stop] in stop.exits.add(1, ordering: .relaxed) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        forced.start(on: loop, logger) { [stop] in
            stop.extensions.add(1, ordering: .relaxed)
        }
        return forced
    }

    private var exits: Int { stop.exits.load(ordering: .relaxed) }
    private var extensions: Int { stop.extensions.load(ordering: .relaxed) }

    @Test("a forced exit happens once, at the third check without progress")
    func noProgress() {
        _ = started()
        loop.advanceTime(by: .milliseconds(2_999))
        #expect(exits == 0)
        loop.advanceTime(by: .milliseconds(1))
        #expect(exits == 1)
        loop.advanceTime(by: .seconds(60))
        #expect(exits == 1)
    }

    @Test(
        "progress gives the stop three more checks and requests more time at the next one"
    )
    func progress() {
        let forced = started()
        for _ in 1...20 {
            loop.advanceTime(by: .seconds(2))
            forced.progress()
        }
        #expect(exits == 0)
        #expect(extensions == 20)
        loop.advanceTime(by: .milliseconds(2_999))
        #expect(exits == 0)
        loop.advanceTime(by: .milliseconds(1))
        #expect(exits == 1)
    }

    @Test("the last work has three checks of its own, and its end prevents a forced exit")
    func last() async {
        let forced = started()
        loop.advanceTime(by: .seconds(2))
        await forced.last {
            loop.advanceTime(by: .milliseconds(2_999))
            #expect(exits == 0)
        }
        loop.advanceTime(by: .seconds(60))
        #expect(exits == 0)
        let other = started()
        await other.last {
            loop.advanceTime(by: .seconds(3))
            #expect(exits == 1)
        }
    }
}
