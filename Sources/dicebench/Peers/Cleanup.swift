internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Ends what dicebench has started, by process id, and removes its folder: at the end, after a failure, and on a signal.
final class Cleanup: Sendable {
    /// For everything that the run leaves behind; only ours, on a disk.
    let folder: String
    /// Held while a process is started; once everything is being ended, none is.
    static let mayStart = Mutex(true)
    private let isDone = Mutex(false)

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    init() throws {
        let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/dicebench.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure("cannot make a folder in \(base)") }
        folder = String(cString: made)
        // A daemon that dicectl starts becomes our child once dicectl has ended.
        _ = become_subreaper()
        try runOnSignal()
    }

    func run() {
        isDone.withLock { isDone in
            guard !isDone else { return }
            isDone = true
            Self.mayStart.withLock { $0 = false }
            let children = Self.children()
            for child in children { kill(child, SIGTERM) }
            for child in children { Child.waitOrKill(child) }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Signals go to a thread of their own, so that no measurement has to look for them.
    private func runOnSignal() throws {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var thread = pthread_t()
        let made = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let cleanup = Unmanaged<Cleanup>.fromOpaque(argument).takeRetainedValue()
                var set = sigset_t()
                sigemptyset(&set)
                for signal in Cleanup.signals { sigaddset(&set, signal) }
                var signal: Int32 = 0
                sigwait(&set, &signal)
                cleanup.run()
                _exit(128 + signal)
            }, Unmanaged.passRetained(self).toOpaque())
        guard made == 0 else { throw Failure("cannot start a thread") }
    }

    /// Every process whose parent is this one.
    private static func children() -> [pid_t] {
        let own = getpid()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { pid in
            (try? ProcessUse.field("PPid", of: "/proc/\(pid)/status")) == Int(own)
        }
    }
}
