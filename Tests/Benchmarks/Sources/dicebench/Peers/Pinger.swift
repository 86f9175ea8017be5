import CLinux
import DiceWire
import Glibc
import Synchronization

/// A client that pings every two milliseconds on its own thread. The thread has priority on its
/// processor, if permitted, so that an audience there does not delay it.
final class Pinger: Sendable {
    private let path: String
    private let answerLength: Int
    private let latencies = Mutex(Latencies())
    private let isEnding = Atomic(false)
    private let thread = Mutex(pthread_t())

    init(_ server: Server) throws {
        path = server.socket
        answerLength = try RawSocket(path).answerLength(of: Method.ping().bytes)
        let this = Unmanaged.passRetained(self)
        let code = thread.withLock {
            pthread_create(
                &$0,
                nil,
                { this in
                    if let this {
                        Unmanaged<Pinger>.fromOpaque(this).takeRetainedValue().run()
                    }
                    return nil
                },
                this.toOpaque()
            )
        }
        guard code == 0 else { throw Failure("no thread can be started") }
    }

    /// Ends the pings and returns their response times.
    func end() -> Figures {
        isEnding.store(true, ordering: .relaxed)
        pthread_join(thread.withLock { $0 }, nil)
        return latencies.withLock { $0.figures }
    }

    private func run() {
        var first = sched_param()
        first.sched_priority = 1
        sched_setscheduler(0, SCHED_FIFO, &first)
        let ping = Method.ping().bytes
        guard let socket = try? RawSocket(path) else { return }
        while !isEnding.load(ordering: .relaxed) {
            var asked = Latencies()
            guard
                (try? socket.ask(
                    ping,
                    answerLength: answerLength,
                    count: 1,
                    into: &asked
                )) != nil
            else { return }
            latencies.withLock { $0.add(asked) }
            usleep(2_000)
        }
    }
}
