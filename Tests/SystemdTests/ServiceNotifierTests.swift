import Glibc
import Testing
import Unix

@testable import Systemd

/// Each test runs in a process of its own, because `sd_notify` reads the environment, which a process has but once.
@Suite struct ServiceNotifierTests {
    @Test func everyCallIsOneDatagram() async {
        await #expect(processExitsWith: .success) {
            let manager = try UnixSocket(.datagram)
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

    /// A name that begins with an at sign stands for an abstract socket.
    @Test func anAbstractSocketIsReached() async {
        await #expect(processExitsWith: .success) {
            let name = "diced-test-\(getpid())"
            let manager = try UnixSocket(abstract: name)
            defer { close(manager.descriptor) }
            setenv("NOTIFY_SOCKET", "@" + name, 1)
            #expect(ServiceNotifier().isSupervised)
            #expect(ServiceNotifier().ready(status: "Listening") == .sent)
            #expect(manager.receive() == "READY=1\nSTATUS=Listening")
        }
    }

    /// Above 4,096 bytes systemd drops the datagram, and READY=1 with it.
    @Test func aLongStatusDoesNotCostTheReadiness() async {
        await #expect(processExitsWith: .success) {
            let manager = try UnixSocket(.datagram)
            defer { manager.remove() }
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let long = String(repeating: "x", count: 5_000)
            let kept = String(repeating: "x", count: 1_024)
            #expect(ServiceNotifier().ready(status: long) == .sent)
            #expect(manager.receive() == "READY=1\nSTATUS=" + kept)
            #expect(ServiceNotifier().stopping(status: long + "\n") == .sent)
            #expect(manager.receive() == "STOPPING=1\nSTATUS=" + kept)
            #expect(ServiceNotifier().extendTimeout(by: .seconds(-1)) == .sent)
            #expect(manager.receive() == "EXTEND_TIMEOUT_USEC=0")
        }
    }

    @Test func anEmptyNameIsNoManager() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "", 1)
            #expect(!ServiceNotifier().isSupervised)
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
