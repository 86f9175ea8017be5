import FoundationEssentials
import Glibc
import Unix

/// A service that the user's systemd makes for one start of a program, through systemd-run(1). It
/// outlives the session, scope or service of the command that asked for it, and vanishes with its
/// program.
struct TransientUnit: Sendable {
    /// The runtime folder of the user's systemd.
    let runtimeFolder: String
    /// The systemd-run(1) to call, as a path or as a name in `$PATH`.
    let program: String

    /// The time limit for the service manager, after which the program is started without it.
    var patience = Duration.seconds(5)

    /// The variables that the programs read. The service inherits all others from the service
    /// manager.
    private static let variables = [
        "DICED", "DICED_WEB", "DICED_STATE_DIR", "DICED_LOGGER", StartedBy.variable,
        "NOTIFY_SOCKET", "HOME",
        "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "PATH", "LANG", "LC_ALL",
        "TZ",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD", "SWIFT_BACKTRACE",
    ]

    /// Finds the user's systemd; `nil` if none answers.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let folder = SocketPath.runtimeFolder(
            environment: environment,
            uid: geteuid(),
            isOurFolder: SocketFolder.isOurs
        )
        guard let folder, access(folder + "/systemd/private", F_OK) == 0 else {
            return nil
        }
        self.init(runtimeFolder: folder)
    }

    init(runtimeFolder: String, program: String = "systemd-run") {
        self.runtimeFolder = runtimeFolder
        self.program = program
    }

    /// Returns the name of the unit that a process with this pid asks for.
    static func name(of program: StartedProgram, pid: Int32 = getpid()) -> String {
        "dicectl-\(program.name)-\(pid).service"
    }

    /// Returns the arguments of systemd-run(1), which exits once the program runs; `nil` if systemd
    /// would change a text in them.
    static func arguments(
        _ path: String,
        of program: StartedProgram,
        environment: [String: String],
        log: String,
        pid: Int32 = getpid()
    ) -> [String]? {
        let settings = variables.compactMap { name in
            environment[name].map { "--setenv=\(name)=\($0)" }
        }
        let words = [path] + program.arguments
        let texts = words + settings + [log]
        // systemd expands variables, and reads its settings line by line.
        guard !words.contains(where: { $0.contains("$") }),
            !texts.contains(where: { text in
                text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
            })
        else { return nil }
        // The program reports to this process when it is ready, over the socket in its environment.
        let properties = [
            "--user", "--quiet", "--collect", "--service-type=exec",
            "--unit=\(name(of: program, pid: pid))",
            "--description=\(program.name), started by dicectl",
            "--property=WorkingDirectory=/",
            "--property=UMask=0077", "--property=StandardOutput=append:\(log)",
            "--property=StandardError=append:\(log)",
            // This marks the program as started by dicectl, so that dicectl stop may end it.
            "--property=UnsetEnvironment=SYSTEMD_EXEC_PID",
        ]
        return properties + settings + ["--"] + words
    }

    /// Begins a start; `nil` if there is no systemd-run(1), or if it cannot start the program.
    func start(
        _ path: String,
        of program: StartedProgram,
        environment: [String: String],
        log: String
    ) -> UnitStart? {
        guard let silence = try? Descriptor.open("/dev/null", O_WRONLY),
            let arguments = Self.arguments(
                path,
                of: program,
                environment: environment,
                log: log
            ),
            let starter = try? ChildProcess(
                self.program,
                arguments,
                environment: ourEnvironment,
                files: [1: silence.number, 2: silence.number],
                ownSession: true
            )
        else { return nil }
        return UnitStart(starter, of: self, named: Self.name(of: program))
    }

    fileprivate func isActive(_ name: String) -> Bool {
        let words = ["--user", "is-active", "--quiet", name]
        return CapturedRun(
            "systemctl",
            words,
            environment: ourEnvironment,
            limit: patience
        )?
        .succeeded == true
    }

    private var ourEnvironment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = runtimeFolder
        return environment
    }
}

/// A start by systemd in progress.
struct UnitStart {
    private let starter: ChildProcess
    private let unit: TransientUnit
    private let name: String
    private let deadline: Deadline
    private var isStarted = false
    private var nextLook = Deadline.now

    /// The delay before the first check for a program that does not listen, and the interval of
    /// later checks.
    private static let firstLook = Duration.milliseconds(200)
    private static let pause = Duration.seconds(1)

    fileprivate init(
        _ starter: ChildProcess,
        of unit: TransientUnit,
        named name: String
    ) {
        self.starter = starter
        self.unit = unit
        self.name = name
        deadline = .after(unit.patience)
    }

    /// Returns true if systemd has not started the program, or if the program has ended. Must not
    /// be called again after that.
    mutating func hasFailed() -> Bool {
        if !isStarted {
            guard let exit = starter.exit() else {
                guard deadline.hasPassed else { return false }
                starter.reapLater()
                return true
            }
            guard exit == .exited(0) else { return true }
            isStarted = true
            nextLook = .after(Self.firstLook)
        }
        guard nextLook.hasPassed else { return false }
        nextLook = .after(Self.pause)
        return !unit.isActive(name)
    }

    /// Reaps systemd-run(1) when it exits.
    func reapLater() {
        if !isStarted {
            starter.reapLater()
        }
    }
}
