import Glibc
import Testing

@testable import Systemd

/// Each test runs in a process of its own, because `sd_notify` reads the environment, which a process has but once.
@Suite struct ServiceNotifierTests {
    @Test func everyCallIsOneDatagram() async {
        await #expect(processExitsWith: .success) {
            let manager = try UnixSocket(SOCK_DGRAM)
            defer { manager.remove() }
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let notifier = ServiceNotifier()

            #expect(notifier.isSupervised)
            #expect(notifier.ready(status: "Listening") == .sent)
            #expect(manager.receive() == "READY=1\nSTATUS=Listening")
            #expect(notifier.ready() == .sent)
            #expect(manager.receive() == "READY=1")
            #expect(notifier.stopping(status: "Saving") == .sent)
            #expect(manager.receive() == "STOPPING=1\nSTATUS=Saving")
            #expect(notifier.stopping() == .sent)
            #expect(manager.receive() == "STOPPING=1")
            #expect(notifier.watchdog() == .sent)
            #expect(manager.receive() == "WATCHDOG=1")
            #expect(notifier.extendTimeout(by: .milliseconds(1500)) == .sent)
            #expect(manager.receive() == "EXTEND_TIMEOUT_USEC=1500000")
            #expect(notifier.status("2 tables\nREADY=1") == .sent)
            #expect(manager.receive() == "STATUS=2 tables READY=1")
            #expect(manager.receive() == nil)
        }
    }

    @Test func outsideSystemdNothingHappens() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            unsetenv("WATCHDOG_USEC")
            let notifier = ServiceNotifier()
            #expect(!notifier.isSupervised)
            #expect(notifier.ready() == .notSupervised)
            #expect(notifier.watchdogInterval == nil)
        }
    }

    @Test func aManagerThatIsGoneIsReported() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
            #expect(ServiceNotifier().ready() == .failed(ENOENT))
        }
    }

    @Test func theWatchdogIsThatOfThisProcess() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "2500000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            #expect(ServiceNotifier().watchdogInterval == .milliseconds(2500))
            setenv("WATCHDOG_PID", "1", 1)
            #expect(ServiceNotifier().watchdogInterval == nil)
            unsetenv("WATCHDOG_PID")
            setenv("WATCHDOG_USEC", "soon", 1)
            #expect(ServiceNotifier().watchdogInterval == nil)
        }
    }
}
