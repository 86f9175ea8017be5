internal import CSpawn
internal import Glibc

/// A program that this one starts: standard input empty, output and errors to one descriptor, nothing else inherited.
struct ChildProcess {
    let pid: pid_t

    enum Exit: Hashable {
        case status(Int32)
        case signal(Int32)
    }

    /// Why posix_spawn(3) failed, in words.
    struct StartFailure: Error {
        let reason: String
    }

    /// Starts `program`, by its path or, without a slash in it, by its name in `$PATH`. `detached` gives it a session
    /// of its own and the root folder.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], output: Int32, detached: Bool = false
    ) throws(StartFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if detached { posix_spawn_file_actions_addchdir_np(&actions, "/") }

        var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        if detached { flags |= Int16(spawn_setsid) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, flags)

        let argumentPointers = Self.cStrings([program] + arguments)
        let environmentPointers = Self.cStrings(environment.map { "\($0)=\($1)" })
        defer {
            for pointer in argumentPointers + environmentPointers { free(pointer) }
        }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, program, &actions, &attributes, argumentPointers, environmentPointers)
        guard code == 0 else { throw StartFailure(reason: systemMessage(code)) }
        self.pid = pid
    }

    /// How it ended; nil while it runs. To be asked no more once it has answered.
    func exit() -> Exit? {
        reaped(WNOHANG)
    }

    /// Waits for its end.
    func waitForExit() -> Exit {
        reaped(0) ?? .status(0)
    }

    /// Buries it whenever it ends, by a thread that waits for that, so that a program that goes on keeps no zombie.
    func buryLater() {
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { pid in
                while waitpid(pid_t(Int(bitPattern: pid)), nil, 0) < 0, errno == EINTR {}
                return nil
            }, UnsafeMutableRawPointer(bitPattern: Int(pid)))
        if started == 0 { pthread_detach(thread) }
    }

    private func reaped(_ options: Int32) -> Exit? {
        var status: Int32 = 0
        var result: pid_t
        repeat { result = waitpid(pid, &status, options) } while result < 0 && errno == EINTR
        guard result == pid else { return nil }
        return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// Ends with a nil, as exec(3) wants it.
    private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }
}

extension ChildProcess.Exit: CustomStringConvertible {
    var description: String {
        switch self {
        case .status(let status): "exit status \(status)"
        case .signal(let signal): "signal \(signal), \(String(cString: strsignal(signal)))"
        }
    }
}
