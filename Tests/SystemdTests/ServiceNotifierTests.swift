import Glibc
import Testing
import Unix

@testable import Systemd

/// Each test runs in a separate process, because the notifier reads the environment, which exists
/// once per process.
@Suite struct ServiceNotifierTests {
    @Test("every call sends one datagram") func everyCallIsOneDatagram() async {
        await #expect(processExitsWith: .success) {
            let manager = try UnixSocket(.datagram)
            defer {
                manager.remove()
            }
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let notifier = ServiceNotifier()

            notifier.ready(status: "Listening")
            #expect(manager.receive() == "READY=1\nSTATUS=Listening")
            notifier.ready()
            #expect(manager.receive() == "READY=1")
            notifier.stopping(status: "Saving")
            #expect(manager.receive() == "STOPPING=1\nSTATUS=Saving")
            notifier.stopping()
            #expect(manager.receive() == "STOPPING=1")
            notifier.watchdog()
            #expect(manager.receive() == "WATCHDOG=1")
            notifier.extendTimeout(by: .milliseconds(1500))
            #expect(manager.receive() == "EXTEND_TIMEOUT_USEC=1500000")
            notifier.status("2 tables\nREADY=1")
            #expect(manager.receive() == "STATUS=2 tables READY=1")
            #expect(manager.receive() == nil)
        }
    }

    /// A name that begins with an at sign means an abstract socket.
    @Test("an abstract socket is reached") func anAbstractSocketIsReached() async {
        await #expect(processExitsWith: .success) {
            let name = "diced-test-\(getpid())"
            let manager = try UnixSocket(abstract: name)
            defer {
                close(manager.descriptor)
            }
            setenv("NOTIFY_SOCKET", "@" + name, 1)
            ServiceNotifier().ready(status: "Listening")
            #expect(manager.receive() == "READY=1\nSTATUS=Listening")
        }
    }

    /// The newest message of each kind is sent once there is room, in order of arrival.
    @Test("a manager that does not read causes no wait", arguments: [true, false])
    func aManagerThatDoesNotReadIsNotWaitedFor(
        isAbstract: Bool
    )
        async
    {
        await #expect(processExitsWith: .success) { [isAbstract] in
            // Kills a process that blocks.
            alarm(60)
            let manager =
                isAbstract
                ? try UnixSocket(abstract: "diced-full-\(getpid())")
                : try UnixSocket(.datagram)
            defer {
                manager.remove()
            }
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let notifier = ServiceNotifier()
            let sent = 1_000
            for number in 1...sent {
                notifier.status("\(number)")
            }
            notifier.ready()
            notifier.watchdog()
            notifier.watchdog()
            notifier.status("last")
            notifier.stopping()

            var received: [String] = []
            while received.last != "STOPPING=1" {
                received.append(manager.wait())
            }
            #expect(
                received.suffix(4) == [
                    "READY=1", "WATCHDOG=1", "STATUS=last", "STOPPING=1",
                ]
            )
            let early = received.dropLast(4)
            #expect(early.count < sent)
            #expect(Array(early) == (1...early.count).map { "STATUS=\($0)" })
            notifier.watchdog()
            #expect(manager.wait() == "WATCHDOG=1")
        }
    }

    @Test("messages queued for a manager that has gone are dropped")
    func whatIsKeptForAManagerThatIsGoneIsLost() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let manager = try UnixSocket(.datagram)
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let notifier = ServiceNotifier()
            for number in 1...1_000 {
                notifier.status("\(number)")
            }
            manager.remove()
            notifier.ready()
            notifier.stopping()
        }
    }

    /// systemd drops a datagram above 4,096 bytes, including its READY=1.
    @Test("a long status does not displace the readiness message")
    func aLongStatusDoesNotCostTheReadiness() async {
        await #expect(processExitsWith: .success) {
            let manager = try UnixSocket(.datagram)
            defer {
                manager.remove()
            }
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let long = String(repeating: "x", count: 5_000)
            let kept = String(repeating: "x", count: 1_024)
            ServiceNotifier().ready(status: long)
            #expect(manager.receive() == "READY=1\nSTATUS=" + kept)
            ServiceNotifier().stopping(status: long + "\n")
            #expect(manager.receive() == "STOPPING=1\nSTATUS=" + kept)
            ServiceNotifier().extendTimeout(by: .seconds(-1))
            #expect(manager.receive() == "EXTEND_TIMEOUT_USEC=0")
        }
    }

    @Test("notifying outside systemd has no effect") func outsideSystemdNothingHappens() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            unsetenv("WATCHDOG_USEC")
            let notifier = ServiceNotifier()
            notifier.ready()
            #expect(notifier.watchdogInterval == nil)
        }
    }

    @Test("a manager that has gone causes no error", arguments: ["/nonexistent/notify", ""])
    func aManagerThatIsGoneIsNoHindrance(
        _ path: String
    ) async {
        await #expect(processExitsWith: .success) { [path] in
            setenv("NOTIFY_SOCKET", path, 1)
            ServiceNotifier().ready()
        }
    }

    @Test("the watchdog interval counts only for the process it names")
    func theWatchdogIsThatOfThisProcess() async {
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
