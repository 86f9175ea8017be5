import CSpawn
import Glibc

/// A child process, which inherits only the files and variables that it is given.
public struct ChildProcess: Sendable {
    public let pid: Int32

    public enum Exit: Sendable, Hashable, CustomStringConvertible {
        /// The process exited with this status.
        case exited(Int32)
        /// This signal killed the process.
        case killed(by: Int32)

        /// Decodes the status from waitpid(2).
        public init(waitStatus: Int32) {
            self =
                waitStatus & 0x7F == 0
                ? .exited(waitStatus >> 8 & 0xFF) : .killed(by: waitStatus & 0x7F)
        }

        public var description: String {
            switch self {
            case .exited(let status): "exit status \(status)"
            case .killed(let signal):
                "signal \(signal), \(String(cString: strsignal(signal)))"
            }
        }
    }

    /// Starts `program`, given by its path or, without a slash, by its name in `$PATH`. Its signals
    /// have their default actions.
    /// - Parameters:
    ///   - environment: all of its variables.
    ///   - files: our descriptors, by the number that they have in the child. Without a 0, standard
    ///     input is empty.
    ///   - detached: true to run it in a new session and in the root folder.
    ///   - ownSession: true to run it in a new session, without a terminal to prompt on.
    ///   - goesOn: true if Ctrl-Z, which stops this process, must not stop the child.
    /// - Throws: the error of posix_spawn(3).
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        files: [Int32: Int32],
        detached: Bool = false,
        ownSession: Bool = false,
        goesOn: Bool = false
    ) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        Self.place(files, &actions)
        if detached {
            posix_spawn_file_actions_addchdir_np(&actions, "/")
        }

        var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        if detached || ownSession {
            flags |= Int16(spawn_setsid)
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        if goesOn {
            sigdelset(&signals, SIGTSTP)
        }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, flags)

        let argumentPointers = Self.cStrings([program] + arguments)
        let environmentPointers = Self.cStrings(environment.map { "\($0)=\($1)" })
        defer {
            for pointer in argumentPointers + environmentPointers {
                free(pointer)
            }
        }
        var pid: pid_t = 0
        // The child inherits ignored signals, except those above.
        let former = goesOn ? signal(SIGTSTP, SIG_IGN) : nil
        defer {
            if goesOn {
                signal(SIGTSTP, former)
            }
        }
        let code = posix_spawnp(
            &pid,
            program,
            &actions,
            &attributes,
            argumentPointers,
            environmentPointers
        )
        guard code == 0 else { throw SystemError(code) }
        self.pid = pid
    }

    /// Moves each file to its number and closes all others.
    private static func place(
        _ files: [Int32: Int32],
        _ actions: inout posix_spawn_file_actions_t
    ) {
        let last = files.keys.max() ?? 0
        // Parked at high numbers first, because one of our descriptors may have another's target
        // number.
        let parking = max(last, files.values.max() ?? 0) + 1
        for (offset, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(
                &actions,
                file.value,
                parking + Int32(offset)
            )
        }
        for number in 0...last {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        if files[0] == nil {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        for (offset, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(
                &actions,
                parking + Int32(offset),
                file.key
            )
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, last + 1)
    }

    /// Returns the exit; `nil` while the process is running. Do not call it again after it has
    /// returned an exit.
    public func exit() -> Exit? {
        reaped(WNOHANG)
    }

    /// Waits for the process to exit.
    public func waitForExit() -> Exit {
        reaped(0) ?? .exited(0)
    }

    /// Reaps the process in a thread when it exits, so that a long-running program has no zombies.
    public func reapLater() {
        var thread = pthread_t()
        let started = pthread_create(
            &thread,
            nil,
            { pid in
                while waitpid(pid_t(Int(bitPattern: pid)), nil, 0) < 0, errno == EINTR {
                }
                return nil
            },
            UnsafeMutableRawPointer(bitPattern: Int(pid))
        )
        if started == 0 {
            pthread_detach(thread)
        }
    }

    private func reaped(_ options: Int32) -> Exit? {
        var status: Int32 = 0
        var result: pid_t
        repeat {
            result = waitpid(pid, &status, options)
        } while result < 0 && errno == EINTR
        return result == pid ? Exit(waitStatus: status) : nil
    }

    /// Returns a `NULL`-terminated array, as exec(3) expects it.
    private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }
}
