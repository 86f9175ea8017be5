import DiceServer
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Systemd
import Testing

@testable import diced

@Suite("Service manager notifications")
struct NotifyingTests {
    private let loop = EmbeddedEventLoop()
    private let told = NIOLockedValueBox<[String]>([])

    private func callbacks(watchdog: Duration? = nil) -> SupervisorCallbacks {
        let told = told
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let forcedExit = ForcedExit { told.withLockedValue { $0.append("exit") } }
        let notifier = ServiceNotifier { text in
            told.withLockedValue { $0.append(text) }
        }
        return SupervisorCallbacks(
            notifier,
            forcedExit,
            on: loop,
            watchdog: watchdog,
            logger
        )
    }

    /// Returns the messages since the last call.
    private func news() -> [String] {
        told.withLockedValue { told in
            defer {
                told = []
            }
            return told
        }
    }

    @Test(
        "a serving daemon notifies readiness, its status and liveness twice per watchdog interval"
    )
    func serving() {
        let callbacks = callbacks(watchdog: .seconds(3))
        callbacks.ready("1 table")
        callbacks.status("2 tables")
        callbacks.alive()
        #expect(news() == ["READY=1\nSTATUS=1 table", "STATUS=2 tables", "WATCHDOG=1"])
        #expect(callbacks.aliveInterval == .milliseconds(1_500))
        #expect(self.callbacks().aliveInterval == nil)
    }

    @Test(
        "a slow stop requests time for each second with progress, or ends before the manager acts"
    )
    func slowStop() {
        let callbacks = callbacks()
        callbacks.stopping()
        #expect(news() == ["STOPPING=1\nSTATUS=stopping"])
        for _ in 1...10 {
            loop.advanceTime(by: .seconds(1))
            callbacks.stoppingProgress()
        }
        #expect(news() == Array(repeating: "EXTEND_TIMEOUT_USEC=5000000", count: 10))
        loop.advanceTime(by: .milliseconds(4_999))
        #expect(news() == ["EXTEND_TIMEOUT_USEC=5000000", "exit"])
    }
}
