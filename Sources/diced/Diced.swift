internal import ArgumentParser
internal import DiceModel
internal import DiceNotation
internal import DiceServer
internal import DiceStore
internal import DiceTable
internal import Glibc
internal import Listening
internal import Logging
internal import Systemd
internal import Unix

/// Everything that belongs to no actor runs on the event loop too: work on the global executor would start Dispatch's
/// pool of threads, whose monitor then wakes the process once a second for as long as it lives.
@main
struct Main {
    static func main() {
        StandardOutput.checkAtExit()
        let signals = StopSignals()
        Task(executorPreference: TableActor.shared.taskExecutor) {
            do {
                await Diced.main(try ProcessText.arguments())
            } catch {
                Diced.exit(withError: ValidationError("\(error)"))
            }
            exit(EXIT_SUCCESS)
        }
        Diced.stop.follow(signals)
    }
}

/// The daemon's composition root: options in, parts put together.
struct Diced: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diced",
        abstract: "Keep tables of dice, roll them, and show them to everyone who watches.",
        discussion: """
            Serves JSON-RPC 2.0 on a Unix socket until SIGTERM or SIGINT. A socket inherited from systemd is used \
            instead of binding one. dicectl starts a daemon by itself where none is running.
            """,
        version: version)

    @Option(help: ArgumentHelp("Listen on this socket.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("Keep tables and history in this folder.", valueName: "folder"))
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "Serve the members of this group, by default on /run/diced/diced.sock.", valueName: "group"))
    var share: String?

    @Option(
        help: ArgumentHelp(
            "With --share: let this user speak for others, as a page that people play on does; may be given again.",
            valueName: "user"))
    var trust: [String] = []

    @Option(
        help: ArgumentHelp(
            "Make the rolls repeatable, for demonstrations and tests; not for play.", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Make animations this many times slower, 0.01 to 1000, for demonstrations, recordings and tests; below 1 they are faster.",
            valueName: "times"),
        transform: { text in
            guard let times = Double(text), Limits.slowness.contains(times) else {
                throw ValidationError("animations go 0.01 to 1000 times slower, not \"\(text)\"")
            }
            return times
        })
    var slow: Double = 1

    @Flag(help: "Examine the store, say what is wrong with it, change nothing and end.")
    var check = false

    @Option(help: ArgumentHelp("End after this many seconds without a client.", valueName: "seconds"))
    var idleExit: UInt32?

    @Option(help: ArgumentHelp(LogLevel.help, valueName: "level"), transform: LogLevel.named)
    var logLevel: Logger.Level = .info

    /// Of the whole process, as signals are.
    static let stop = StopRequest()

    /// How long opening the store may take, a migration of a large one included, before the service manager gives up.
    private static let longestMigration = Duration.seconds(300)

    /// Files that the daemon itself needs, with room for some clients. Else the sources of the stop signals would be among
    /// those that cannot be opened.
    private static let leastDescriptors = 64

    func validate() throws {
        if share == nil, !trust.isEmpty { throw ValidationError("--trust is for a shared daemon: it needs --share") }
    }

    func run() async throws {
        umask(0o077)
        // Nobody has to read the log.
        signal(SIGPIPE, SIG_IGN)
        // A write beyond the limit of a file's size (ulimit -f) fails as any other.
        signal(SIGXFSZ, SIG_IGN)
        #if !DEBUG
            // Of one's own daemon, dicectl finds the socket in /proc, which it could not with `forbid`.
            if share == nil { CoreDumps.leaveOutMemory() } else { CoreDumps.forbid() }
        #endif
        LoggingSystem.bootstrap(SystemLogHandler.make(label:))
        var logger = Logger(label: "diced")
        logger.logLevel = logLevel
        do {
            if check { return try checkStore() }
            let allowed = DescriptorLimit.raise()
            guard allowed >= Self.leastDescriptors else {
                throw StartupFailure.tooFewDescriptors(allowed: allowed, least: Self.leastDescriptors)
            }
            try await serve(logger)
        } catch let status as ExitCode {
            throw status
        } catch {
            let failure = StartupFailure(error)
            logger.critical("\(failure.message)")
            throw ExitCode(failure.status)
        }
    }

    /// Prints what is wrong with the store. Throws the exit status where anything is.
    private func checkStore() throws {
        // One that was interrupted has found nothing out.
        Self.stop.endsProcess(.interrupted)
        guard let stateFolder = try StatePath.current(option: stateDir) else { throw StartupFailure.noStateFolder }
        let problems = try StoreCheck.problems(directory: stateFolder)
        print(problems.isEmpty ? "\(stateFolder): no problem found" : problems.joined(separator: "\n"))
        if !problems.isEmpty { throw ExitCode(EX_DATAERR) }
    }

    private func serve(_ logger: Logger) async throws {
        guard let stateFolder = try StatePath.current(option: stateDir) else { throw StartupFailure.noStateFolder }
        let group = try sharingGroup()
        let notifier = ServiceNotifier()
        notifier.extendTimeout(by: Self.longestMigration)
        let store = try SQLiteStore(directory: stateFolder)
        for mended in store.mended { logger.warning("\(mended)") }
        let listening = try listeningSocket(sharedWith: group)
        if seed != nil { logger.warning("the rolls are seeded: they are repeatable, and not for play") }
        if slow != 1 {
            let pace = slow < 1 ? "fast" : "slow"
            logger.warning("the dice are \(pace): they take \(NumberText.text(slow)) times as long as usual")
        }

        let forcedExit = ForcedExit()
        let server = DiceServer(
            socket: listening, store: store, isNewStore: store.isNew, clock: LoopClock(),
            randomness: randomness, now: { Timestamp(millisecondsSinceEpoch: SystemTime.milliseconds) },
            info: ServerInfo(
                version: version, pid: Int(getpid()), isSeeded: seed != nil, slowness: slow,
                loginName: PlayerLabel.ofAccount(LoginName.current, uid: geteuid()),
                stateFolder: try Self.wholePath(stateFolder),
                storeBytes: { [file = store.file] in StoreSize.bytes(of: file) }, log: OwnStart.log(),
                startedBy: OwnStart.starter()),
            sharing: group.map { _ in Sharing(trusted: Set(trust)) }, idleExit: idleExit.map { .seconds($0) },
            callbacks: SupervisorCallbacks(
                notifier, forcedExit, on: TableActor.shared.eventLoop, watchdog: notifier.watchdogInterval, logger),
            logger: logger)
        Self.stop.endsProcess(.none)
        try await server.run { await Self.stop.wait() }
        forcedExit.progress()
        try await store.close()
        forcedExit.cancel()
        logger.notice("stopped")
    }

    /// Where faces and animations come from, as the options ask for.
    var randomness: DiceRandomness {
        seed.map { DiceRandomness(seed: $0, slowness: slow) } ?? .secure(slowness: slow)
    }

    private static func wholePath(_ folder: String) throws -> String {
        folder.hasPrefix("/") ? folder : try ProcessText.workingFolder() + "/" + folder
    }

    /// Nil for a daemon that serves its own user alone. Throws where a group or a user that is named is not there.
    private func sharingGroup() throws -> UserGroup? {
        guard let share else { return nil }
        guard let group = try Self.lookUp(share, UserGroup.init(named:)) else { throw StartupFailure.noGroup(share) }
        for user in trust {
            guard try Self.lookUp(user, LoginName.exists) else { throw StartupFailure.noUser(user) }
        }
        return group
    }

    private static func lookUp<Value>(_ name: String, _ find: (String) throws(SystemError) -> Value) throws -> Value {
        do {
            return try find(name)
        } catch {
            throw StartupFailure.noAnswer(name, error)
        }
    }

    private func listeningSocket(sharedWith group: UserGroup?) throws -> ListeningSocket {
        if let inherited = try InheritedSocket.listeningUnixStream(named: "diced") {
            return try ListeningSocket(inherited: inherited.descriptor, path: inherited.path)
        }
        let path = try SocketPath.current(option: socket, isShared: group != nil).path
        return try ListeningSocket(of: "diced", path: path, sharedWith: group)
    }
}
