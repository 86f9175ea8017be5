import CLinux
import FoundationEssentials
import Glibc
import Synchronization

/// Ends the processes that dicebench has started, by process id, and removes its folder: at the
/// end, after a failure, and on a signal.
final class Cleanup: Sendable {
    /// The folder for all files of the run; private and on a disk.
    let folder: String
    /// Held while a process is being started. Once cleanup begins, no process is started.
    static let mayStart = Mutex(true)
    private let isDone = Mutex(false)
    private let display: Display

    private static let signals: [Int32: String] = [
        SIGINT: "interrupted", SIGTERM: "terminated", SIGHUP: "hung up",
    ]

    init(_ display: Display) throws {
        self.display = display
        let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/dicebench.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure("cannot make a folder in \(base)")
        }
        folder = String(cString: made)
        // A daemon started by dicectl becomes our child when dicectl ends.
        _ = become_subreaper()
        try runOnSignal()
    }

    func run() {
        isDone.withLock { isDone in
            guard !isDone else { return }
            isDone = true
            clean()
        }
    }

    private func clean() {
        Self.mayStart.withLock { $0 = false }
        // When a child ends, its children become ours.
        while case let children = Self.children(), !children.isEmpty {
            for child in children {
                kill(child, SIGTERM)
            }
            for child in children {
                Child.waitOrKill(child)
            }
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Signals are handled by a separate thread, so that no measurement has to check for them.
    private func runOnSignal() throws {
        var set = Self.signalSet
        // If a reader has disconnected, our write fails instead of raising a signal.
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var thread = pthread_t()
        let made = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Cleanup>.fromOpaque(argument).takeRetainedValue()
                    .awaitSignal()
                return nil
            },
            Unmanaged.passRetained(self).toOpaque()
        )
        guard made == 0 else { throw Failure("cannot start a thread") }
    }

    private func awaitSignal() {
        var set = Self.signalSet
        var second = timespec(tv_sec: 1, tv_nsec: 0)
        var signal: Int32 = -1
        while signal < 0 {
            signal = sigtimedwait(&set, nil, &second)
            if signal < 0 {
                display.tick()
            }
        }
        // A second signal ends the program at once.
        for signal in Self.signals.keys {
            Glibc.signal(signal, SIG_DFL)
        }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        // A thread whose peer was ended here fails, and waits for this lock forever.
        isDone.withLock { isDone in
            if !isDone {
                clean()
            }
            display.exit(Self.signals[signal] ?? "ended", status: 128 + signal)
        }
    }

    private static var signalSet: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals.keys {
            sigaddset(&set, signal)
        }
        return set
    }

    /// Returns all processes whose parent is this process.
    private static func children() -> [pid_t] {
        let own = getpid()
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { pid in
            (try? ProcessUse.field("PPid", of: "/proc/\(pid)/status")) == Int(own)
        }
    }
}
