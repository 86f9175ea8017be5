import CLinux
import FoundationEssentials
import Glibc
import Synchronization

/// A program with its arguments, which can be started repeatedly.
final class Command {
    let name: String
    private let program: String
    private let arguments: [UnsafeMutablePointer<CChar>?]
    private let environment: [UnsafeMutablePointer<CChar>?]
    private let errors: String

    /// - Parameters:
    ///   - variables: Variables added to our own environment.
    ///   - errors: The file to which standard error is appended.
    init(
        _ program: String,
        _ arguments: [String],
        variables: [String: String] = [:],
        errors: String
    ) {
        self.program = program
        self.errors = errors
        name = program.split(separator: "/").last.map(String.init) ?? program
        let ours = ProcessInfo.processInfo.environment.filter {
            !Self.ofServices.contains($0.key)
        }
        self.arguments = Self.cStrings([program] + arguments)
        environment = Self.cStrings(
            ours.merging(variables) { $1 }.map { "\($0.key)=\($0.value)" }
        )
    }

    deinit {
        for string in arguments + environment {
            free(string)
        }
    }

    /// Starts the program with empty input; its output is discarded.
    ///
    /// - Parameter devTools: A socket over which a browser receives commands.
    func start(devTools: Int32? = nil) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor: Int32 in 0...1 {
            posix_spawn_file_actions_addopen(
                &actions,
                descriptor,
                "/dev/null",
                O_RDWR,
                0
            )
        }
        posix_spawn_file_actions_addopen(
            &actions,
            2,
            errors,
            O_WRONLY | O_CREAT | O_APPEND,
            0o600
        )
        if let devTools {
            for descriptor: Int32 in 3...4 {
                posix_spawn_file_actions_adddup2(&actions, devTools, descriptor)
            }
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // Runs in another process group, so that Ctrl-C at our terminal interrupts only us.
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
        )
        return try Cleanup.mayStart.withLock { mayStart in
            guard mayStart else { throw Failure("interrupted") }
            var pid: pid_t = 0
            let code = posix_spawn(
                &pid,
                program,
                &actions,
                &attributes,
                arguments,
                environment
            )
            guard code == 0 else {
                throw Failure(
                    "cannot start \(program): \(String(cString: strerror(code)))"
                )
            }
            return pid
        }
    }

    /// Starts the program and waits until it ends, which must be successfully. Returns the
    /// program's processor time in nanoseconds.
    @discardableResult
    func run() throws -> UInt64 {
        let pid = try start()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Failure("\(name) cannot be waited for") }
        }
        guard status == 0 else {
            throw Failure("\(name) failed (\(status)): \(lastWords)")
        }
        return [usage.ru_utime, usage.ru_stime].reduce(0) { sum, time in
            sum + UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1_000
        }
    }

    /// The last text that the program wrote to standard error.
    var lastWords: String {
        let text = (try? ProcessUse.text(errors)) ?? ""
        return text.split(separator: "\n").last.map(String.init) ?? "it says nothing"
    }

    /// Variables of a service in which we may be running; peers must not inherit them.
    private static let ofServices: Set = [
        "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
        "NOTIFY_SOCKET", "DICED",
        "DICED_SOCKET", "DICED_STATE_DIR", "STATE_DIRECTORY",
    ]

    /// Returns C strings, terminated by `nil` as exec(3) requires.
    private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }
}
